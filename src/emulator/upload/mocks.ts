import type { JsonObject } from '../../api/schema/row';
import { operationMatchInput, responseFault, type Script } from '../answers';
import type { Reply } from '../call';
import { errorOf, rawOf } from '../engine';
import { injectFault } from '../faultInjection';
import { readFault } from '../faultKinds';
import { logRule } from '../mockReply';
import { jsonText, type UploadExchange } from './exchange';

/** Ends an upload with the fault of a mock. */
export class InjectedUploadFault extends Error {
  override readonly name = 'InjectedUploadFault';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('This upload fails because of a mock.');
    this.reply = reply;
  }
}

/**
 * Whether a mock will respond, so that no file is created. Throws the `StatusError` or `InjectedUploadFault` of a mock,
 * which apply when the metadata is known.
 */
export function willBeMocked(exchange: UploadExchange, request: JsonObject): boolean {
  const script = findUploadMock(exchange, request);
  if (!script) return false;
  refuse(exchange, script);
  return messageOf(script) !== undefined;
}

/**
 * Returns the mock response after all bytes have arrived. Undefined if no mock matches. Throws like `willBeMocked`.
 */
export function mockedUpload(exchange: UploadExchange, request: JsonObject): string | undefined {
  const script = findUploadMock(exchange, request);
  if (!script) return undefined;
  refuse(exchange, script);
  logRule(exchange.entry, { script });
  const message = messageOf({ ...script, answer: script.take().answer });
  return message && jsonText(message);
}

export function findUploadMock(
  { service: { world }, entry }: Pick<UploadExchange, 'entry' | 'service'>,
  request: JsonObject,
): Script | undefined {
  const { operation } = entry;
  if (world.answers.rules.length === 0 || operation === undefined) return undefined;
  // Safe cast: upload methods are never Live API sessions.
  const named = operation as Parameters<typeof operationMatchInput>[0];
  return world.answers.find(operationMatchInput(named, '', request));
}

function messageOf({ answer, rule }: Pick<Script, 'answer' | 'rule'>): JsonObject | undefined {
  return typeof answer === 'string' ? undefined : rawOf(answer, rule)?.[0];
}

function refuse(exchange: UploadExchange, script: Script): void {
  const { answer } = script;
  if (typeof answer === 'string') return;
  const body = responseFault(answer);
  const reply = body && injectFault(readFault(body), exchange);
  if (!reply && answer.error === undefined) return;
  logRule(exchange.entry, { script });
  const taken = script.take().answer;
  if (reply) throw new InjectedUploadFault(reply);
  if (typeof taken !== 'string') throw errorOf(taken, '');
}
