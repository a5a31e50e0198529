import { AppError } from '../../base/errors';
import type { Handlers } from '../../webview/rpc';
import type { interactionCalls } from '../interactionCalls';
import type { PanelDeps } from './panelDeps';
import { requireConnected } from '../../platform/errors';

/** Answers the panel's calls about interactions. */
export function interactionHandlers(deps: PanelDeps): Handlers<{ calls: typeof interactionCalls }> {
  const { session, l10n } = deps;
  return {
    async setStored({ stored }) {
      const connection = requireConnected(session.target.connection, l10n);
      await session.services.keeping.choose(connection, stored);
      session.emitState();
    },
    branchFrom: async () => false,
    showBranch: async () => {
      throw new AppError('gone', l10n.t('That branch is not part of the conversation any more.'));
    },
    deleteInteraction: async () => false,
  };
}
