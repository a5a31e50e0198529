import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import type { CallOptions, Client } from '../../api/call';
import { toGenerateContent } from '../../api/interactions/generateContent/convert';
import { outdatedSince, PACK_DATE } from '../../api/modelPack';
import type { OperationId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError, errorMessage } from '../../base/errors';
import { aboutDollarsText, localizedText } from '../../base/format';
import { isObject, items } from '../../base/json';
import { estimatedTokens } from '../../base/tokens';
import { estimatePrice } from '../../catalog/priceEstimate';
import { plainText } from '../../platform/plainText';
import type { Handlers } from '../../webview/rpc';
import type { tokenCalls } from '../../conversation/model/calls';
import type { TokenCount } from '../../conversation/model/protocol';
import {
  type ConversationRequest,
  conversationRequest,
  withMessage,
} from '../../conversation/request/conversationRequest';
import type { PanelDeps } from './panelDeps';
import { requireTarget } from '../../conversation/request/resolveTarget';
import type { Session } from '../../conversation/session/session';

export function tokenHandlers(parts: PanelDeps): Handlers<{ calls: typeof tokenCalls }> {
  const { session } = parts;
  const { clients, clock, isFree, log } = session.services;
  const counter = new TokenCounter();
  let told = '';
  return {
    async countTokens({ text }, signal): Promise<TokenCount> {
      try {
        const { connection = '', version } = session.target;
        const built = requestAfter(session, text);
        if (built === undefined) return { total: 0 };
        const request = countRequest(built);
        const { input } = built;
        const counted = request
          ? await counter.count(
              await clients.get(connection),
              JSON.stringify([connection, version, request]),
              request,
              { version, signal },
            )
          : { promptTokenCount: Math.ceil(textTokens(input.body)) };
        const price = isFree(connection) ? undefined : priceText(counted, input, clock.now());
        return {
          total: counted.promptTokenCount ?? 0,
          ...(!request && { isEstimate: true }),
          ...(price !== undefined && { price }),
        };
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

/**
 * Returns the request for the next message. Undefined if empty.
 * @throws AppError if there is no model or the request is invalid
 */
function requestAfter(
  { conversation, target, attachments }: Pick<Session, 'conversation' | 'target' | 'attachments'>,
  text: string,
): ConversationRequest | undefined {
  const { model, ...wanted } = requireTarget(target);
  const { parts } = attachments;
  const isBlank = text.trim() === '' && parts.parts.length === 0;
  if (isBlank && conversation.turns.length === 0) return undefined;
  const next = isBlank ? conversation : withMessage(conversation, text, parts, target);
  // A stored interaction is sent without its previous steps, but they are tokens of the prompt too.
  const whole = { ...wanted, stored: false };
  const built = conversationRequest({ ...next, model }, whole);
  const { contents, input } = built.input.body;
  const isEmpty = [contents, input].some((all) => Array.isArray(all) && all.length === 0);
  return isEmpty ? undefined : built;
}

interface CountRequest {
  readonly operation: OperationId;
  readonly input: { readonly model: string; readonly body: JsonObject };
}

const COUNTING = 'models.countTokens';

/** Returns the request that counts tokens. Undefined if the API can’t count them for this type of request. */
function countRequest({ call, operation, input }: ConversationRequest): CountRequest | undefined {
  const { model, body } = input;
  if (operation === 'interactions.create') {
    const converted = { model, ...toGenerateContent(body).body };
    return { operation: COUNTING, input: { model, body: { generateContentRequest: converted } } };
  }
  const { count } = call;
  return count && { operation: count.operation, input: { model, body: count.body(model, body) } };
}

/** Estimates the tokens of all texts of a request. Media isn’t counted. */
function textTokens(value: unknown): number {
  if (typeof value === 'string') return estimatedTokens(value);
  const parts = isObject(value)
    ? Object.entries(value).flatMap(([name, one]) => (NOT_TEXT.has(name) ? [] : [one]))
    : items(value);
  return parts.reduce((sum: number, part) => sum + textTokens(part), 0);
}

const NOT_TEXT: ReadonlySet<string> = new Set(['data', 'model', 'role', 'type']);

type Usage = Message<'GenerateContentResponse.UsageMetadata'>;

/** Returns a sentence on the price of a request without its response. Undefined if unknown. */
function priceText(
  usage: Usage,
  { model, body }: ConversationRequest['input'],
  now: number,
): string | undefined {
  // Agents use other models, which the API doesn’t report.
  if (body.agent !== undefined) return undefined;
  const tier: unknown = body.serviceTier ?? body.service_tier;
  const use = { models: [model], usage, ...(typeof tier === 'string' && { tier }) };
  const estimate = estimatePrice(use, now);
  if (!estimate) return undefined;
  const price = localizedText(aboutDollarsText(estimate.total));
  const outdated = outdatedSince(model, now);
  return outdated === undefined
    ? l10n.t('Price: {0}, plus the response (paid tier, as of {1}).', price, PACK_DATE)
    : l10n.t('Last known price: {0}, plus the response (paid tier, as of {1}).', price, outdated);
}

const KNOWN = 32;

class TokenCounter {
  readonly #known = new Map<string, Usage>();

  /**
   * Sends the request without retries. Throws API errors.
   * @param key identifies the request
   */
  async count(
    client: Client,
    key: string,
    { operation, input }: CountRequest,
    options: CallOptions,
  ): Promise<Usage> {
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const once = { ...options, maxAttempts: 1 };
    const answer = (await client.call(operation, input, once)) as JsonObject;
    const { totalTokens, tokenCount, ...details } = answer;
    // Proto3 JSON omits zeros.
    const found = totalTokens ?? tokenCount ?? 0;
    const total = typeof found === 'number' ? found : 0;
    const usage: Usage = { ...details, promptTokenCount: total };
    this.#known.set(digest, usage);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return usage;
  }
}
