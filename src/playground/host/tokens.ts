import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import type { CallOptions, Client } from '../../api/call';
import type { OperationId } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { items } from '../../base/json';
import { plainText } from '../../platform/plainText';
import type { Handlers } from '../../webview/rpc';
import type { tokenCalls } from '../../conversation/model/calls';
import { type Conversation, DEFAULT_MODE } from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import type { TokenCount } from '../../conversation/model/protocol';
import { conversationRequest } from '../../conversation/request/conversationRequest';
import type { PanelDeps } from './panelDeps';
import { withMessage } from '../../conversation/request/message';
import { requireTarget } from '../../conversation/request/resolveTarget';
import type { Session } from '../../conversation/session/session';

export function tokenHandlers(parts: PanelDeps): Handlers<{ calls: typeof tokenCalls }> {
  const { session } = parts;
  const { clients, log } = session.services;
  const counter = new TokenCounter();
  let told = '';
  return {
    async countTokens({ text }, signal): Promise<TokenCount> {
      try {
        const { connection, version } = session.target;
        const request = countRequest(session, text);
        if (request === undefined) return { total: 0 };
        const client = await clients.get(connection ?? '');
        const key = JSON.stringify([connection, version, request]);
        return { total: await counter.count(client, key, request, { version, signal }) };
      } catch (error) {
        if (CancelledError.is(error)) throw error;
        const reason = errorMessage(error);
        // Logs each error only once, because every typing pause sends a request.
        if (reason !== told) log.warn(`models.countTokens: ${reason}`);
        told = reason;
        return { reason: plainText(reason) };
      }
    },
  };
}

interface CountRequest {
  readonly operation: OperationId;
  readonly input: { readonly model: string; readonly body: JsonObject };
}

/**
 * Returns the count request for the next message. Undefined if empty.
 * @throws AppError if there is no model or the request is invalid
 */
function countRequest(
  { conversation, target, attachments }: Pick<Session, 'conversation' | 'target' | 'attachments'>,
  text: string,
): CountRequest | undefined {
  const { model, ...wanted } = requireTarget(target);
  const { parts } = attachments;
  const isBlank = text.trim() === '' && parts.parts.length === 0;
  if (isBlank && conversation.turns.length === 0) return undefined;
  const next = isBlank ? conversation : withMessage(conversation, text, parts, target);
  const { call, input } = conversationRequest({ ...countable(next), model }, wanted);
  if (!call.count) {
    throw new AppError(
      'notCountable',
      l10n.t('The API can’t count tokens for this type of request.'),
    );
  }
  if (input.body.contents !== undefined && items(input.body.contents).length === 0)
    return undefined;
  const { operation, body } = call.count;
  return { operation, input: { model, body: body(model, input.body) } };
}

/** Converts interactions to chat requests, because the API can't count tokens of interactions. */
function countable({ mode = DEFAULT_MODE, ...conversation }: Conversation): Conversation {
  if (!MODES[mode].hasSteps) return { ...conversation, mode };
  const { requests: _, ...settings } = conversation.settings;
  return { ...conversation, settings };
}

const KNOWN = 32;

class TokenCounter {
  readonly #known = new Map<string, number>();

  /**
   * Sends the request without retries. Throws API errors.
   * @param key identifies the request
   */
  async count(
    client: Client,
    key: string,
    { operation, input }: CountRequest,
    options: CallOptions,
  ): Promise<number> {
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const once = { ...options, maxAttempts: 1 };
    const answer = (await client.call(operation, input, once)) as JsonObject;
    const { totalTokens, tokenCount } = answer;
    // Proto3 JSON omits zeros.
    const found = totalTokens ?? tokenCount ?? 0;
    const total = typeof found === 'number' ? found : 0;
    this.#known.set(digest, total);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return total;
  }
}
