import type { Handlers } from '../../../webview/rpc';
import type { settingsCalls } from '../../calls/settings';
import { settingsModeOf } from '../../modes';
import { partFile } from '../../requestParts';
import type { HandlerParts } from '../handlerParts';

/** Answers the panel's calls about the settings. */
export function settingsHandlers({
  session,
  actions,
}: HandlerParts): Handlers<{ readonly calls: typeof settingsCalls }> {
  return {
    async setSettings(settings) {
      session.setSettings(settings);
    },
    async editPart({ part }) {
      const { id, mode } = session.conversation;
      await actions.editPart(id, partFile(part, settingsModeOf(mode)));
    },
  };
}
