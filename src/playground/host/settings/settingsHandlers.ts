import { settingsModeOf } from '../../modes';
import { isDeepStrictEqual } from 'node:util';
import type { Handlers } from '../../../webview/rpc';
import { partFile, type settingsCalls } from '../../settings';

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
    async keepSettings({ keep }) {
      const { keptSettings } = session.services;
      const { settings, turns } = session.conversation;
      const areKept = turns.length === 0 && isDeepStrictEqual(settings, keptSettings.known);
      await keptSettings.keep(keep ? settings : {});
      // One that only began with them begins without them now.
      if (!keep && areKept) session.setSettings({});
      else session.emitState();
    },
    async editPart({ part }) {
      const { id, mode } = session.conversation;
      await actions.editPart(id, partFile(part, settingsModeOf(mode)));
    },
  };
}
