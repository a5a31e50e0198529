import type { Handlers } from '../../../webview/rpc';
import type { Conversation, Turn } from '../../../conversation/model/conversation';
import type { promptCalls } from '../../../conversation/model/calls';
import { filledAgain, type Variables } from '../../../conversation/model/variables';
import { regenerateFrom } from '../editing';
import type { PanelDeps } from '../panelDeps';

export function promptHandlers(deps: PanelDeps): Handlers<{ calls: typeof promptCalls }> {
  const { session, actions } = deps;
  return {
    async setVariables({ values }) {
      session.change((conversation) => ({ ...conversation, variables: values }));
    },
    async tryVariables({ values }) {
      const asked = askedWith(session.conversation, values);
      if (!asked) return false;
      const edit = (conversation: Conversation): Conversation =>
        withValues(conversation, values, asked.id);
      return await regenerateFrom(deps, { turn: asked.id, edit });
    },
    savePrompt: ({ text, over }) => actions.savePrompt(session, { text, over }),
    managePresets: () => actions.managePresets(session),
    async showPromptFile() {
      const { promptFile } = session.conversation;
      if (promptFile !== undefined) await actions.showPromptFile(promptFile);
    },
  };
}

/**
 * Returns the message to resend: the one before the first API response that the changed values affect, or
 * else before the last response.
 */
function askedWith({ turns }: Conversation, values: Variables): Turn | undefined {
  const first = turns.findIndex(
    (turn) => turn.role === 'user' && filledAgain(turn, values) !== turn,
  );
  const isAnswer = (turn: Turn): boolean => turn.role === 'model' && turn.answer !== undefined;
  const answer =
    first === -1
      ? turns.findLastIndex(isAnswer)
      : turns.findIndex((turn, at) => at > first && isAnswer(turn));
  const before = answer === -1 ? turns : turns.slice(0, answer);
  return before.findLast(({ role }) => role === 'user');
}

/** Applies new variable values to all messages up to `last`. */
function withValues(conversation: Conversation, variables: Variables, last: string): Conversation {
  const end = conversation.turns.findIndex(({ id }) => id === last);
  const turns = conversation.turns.map((turn, at) =>
    turn.role === 'user' && at <= end ? filledAgain(turn, variables) : turn,
  );
  return { ...conversation, variables, turns };
}
