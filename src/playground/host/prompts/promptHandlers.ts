import type { Handlers } from '../../../webview/rpc';
import type { promptCalls } from '../../calls/prompts';
import type { HandlerParts } from '../handlerParts';

export function promptHandlers({
  session,
  actions,
}: HandlerParts): Handlers<{ calls: typeof promptCalls }> {
  return {
    async setVariables({ values }) {
      session.change((conversation) => ({ ...conversation, variables: values }));
    },
    savePrompt: ({ text, over }) => actions.savePrompt(session, { text, over }),
    async showPromptFile() {
      const { promptFile } = session.conversation;
      if (promptFile !== undefined) await actions.showPromptFile(promptFile);
    },
  };
}
