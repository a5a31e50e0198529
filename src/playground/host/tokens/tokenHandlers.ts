import { CancelledError, errorMessage } from '../../../base/errors';
import { plainText } from '../../../platform/plainText';
import type { Handlers } from '../../../webview/rpc';
import type { TokenCount, tokenCalls } from '../../protocol';
import type { HandlerParts } from '../handlerParts';
import { countRequest } from './countRequest';
import { TokenCounter } from './tokenCounter';

export function tokenHandlers(parts: HandlerParts): Handlers<{ calls: typeof tokenCalls }> {
  const { session, l10n } = parts;
  const { clients, log } = session.services;
  const counter = new TokenCounter();
  let told = '';
  return {
    async countTokens({ text }, signal): Promise<TokenCount> {
      try {
        const { connection, version } = session.target;
        const request = countRequest(session, text, l10n);
        if (request === undefined) return { total: 0 };
        const client = await clients.get(connection ?? '');
        const key = JSON.stringify([connection, version, request]);
        return { total: await counter.count(client, key, request, { version, signal }) };
      } catch (error) {
        if (CancelledError.is(error)) throw error;
        const reason = errorMessage(error);
        // The same failure with every pause in typing would fill the log.
        if (reason !== told) log.warn(`models.countTokens: ${reason}`);
        told = reason;
        return { reason: plainText(reason) };
      }
    },
  };
}
