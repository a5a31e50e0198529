import { AppError } from '../../../base/errors';
import { listVersion } from '../../../catalog/kindOperations';
import type { Handlers } from '../../../webview/rpc';
import type { inspectCalls } from '../../protocol';
import type { HandlerParts } from '../handlerParts';
import { showAnswer } from './inspectActions';

const CHUNK = /^corpora\/[^/]+\/documents\/[^/]+\/chunks\/[^/]+$/;

export function inspectHandlers(parts: HandlerParts): Handlers<{ calls: typeof inspectCalls }> {
  const { session, actions, l10n } = parts;
  return {
    async showAnswerJson({ turn: id }) {
      const turn = session.conversation.turns.find((other) => other.id === id);
      if (turn?.role === 'model') await showAnswer(parts, turn);
    },
    async openChunk({ name }) {
      const { connection, version } = session.target;
      const served = listVersion('chunk', version);
      if (!CHUNK.test(name) || connection === undefined || served === undefined) {
        throw new AppError('badChunk', l10n.t('This source can’t be opened.'));
      }
      await actions.openResource({ connection, version: served, kind: 'chunk', name });
    },
  };
}
