import { operationMatchInput, responseFault, type Script } from './answers';
import { errorOf, rawOf } from './engine';
import { injectFault } from './faultInjection';
import { readFault } from './faultKinds';
import { logRule } from './mockReply';
import {
  type UploadStart,
  peekMetadata,
  InjectedUploadFault,
  type UploadExchange,
  type UploadRules,
} from './upload/upload';

/**
 * Mocks for uploads with any protocol: errors and faults apply when the metadata is known, responses at the
 * end.
 */
export const uploadRules: UploadRules = {
  begin(exchange, request) {
    const script = findScript(exchange, request);
    if (!script) return false;
    refuse(exchange, script);
    return typeof script.answer !== 'string' && messageOf(script) !== undefined;
  },
  answer(exchange, request) {
    const script = findScript(exchange, request);
    if (!script) return undefined;
    refuse(exchange, script);
    logRule(exchange.entry, { script });
    const message = messageOf({ ...script, answer: script.take().answer });
    return message && `${JSON.stringify(message, undefined, 2)}\n`;
  },
};

/** Whether a mock matches the metadata of an upload. Leaves the body unread. */
export async function hasMock(beginning: UploadStart): Promise<boolean> {
  if (beginning.service.world.answers.rules.length === 0) return false;
  const script = findScript(beginning, await peekMetadata(beginning));
  return script !== undefined && typeof script.answer !== 'string';
}

function findScript(
  { service: { world }, entry }: Pick<UploadExchange, 'entry' | 'service'>,
  request: Parameters<typeof operationMatchInput>[2],
): Script | undefined {
  const { operation } = entry;
  if (world.answers.rules.length === 0 || operation === undefined) return undefined;
  // Safe cast: upload methods are never Live API sessions.
  const named = operation as Parameters<typeof operationMatchInput>[0];
  return world.answers.find(operationMatchInput(named, '', request));
}

function messageOf({ answer, rule }: Pick<Script, 'answer' | 'rule'>) {
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
