import { askedPlainly, faultOf, type Script } from './answers';
import { errorOf, rawOf } from './engine';
import { answerInstead } from './faultInjection';
import { readFault } from './faultKinds';
import { noteRule } from './mockReply';
import {
  type Beginning,
  metadataAhead,
  UploadAccident,
  type UploadExchange,
  type UploadRules,
} from './upload/upload';

/**
 * Mocks for uploads with any protocol: errors and faults apply when the metadata is known, responses at the
 * end.
 */
export const uploadRules: UploadRules = {
  begin(exchange, request) {
    const script = scriptFor(exchange, request);
    if (!script) return false;
    refuse(exchange, script);
    return typeof script.answer !== 'string' && messageOf(script) !== undefined;
  },
  answer(exchange, request) {
    const script = scriptFor(exchange, request);
    if (!script) return undefined;
    refuse(exchange, script);
    noteRule(exchange.entry, { script });
    const message = messageOf({ ...script, answer: script.take().answer });
    return message && `${JSON.stringify(message, undefined, 2)}\n`;
  },
};

/** Whether a mock matches the metadata of an upload. Leaves the body unread. */
export async function isRuled(beginning: Beginning): Promise<boolean> {
  if (beginning.service.world.answers.rules.length === 0) return false;
  const script = scriptFor(beginning, await metadataAhead(beginning));
  return script !== undefined && typeof script.answer !== 'string';
}

function scriptFor(
  { service: { world }, entry }: Pick<UploadExchange, 'entry' | 'service'>,
  request: Parameters<typeof askedPlainly>[2],
): Script | undefined {
  const { operation } = entry;
  if (world.answers.rules.length === 0 || operation === undefined) return undefined;
  // Safe cast: upload methods are never Live API sessions.
  const named = operation as Parameters<typeof askedPlainly>[0];
  return world.answers.find(askedPlainly(named, '', request));
}

function messageOf({ answer, rule }: Pick<Script, 'answer' | 'rule'>) {
  return typeof answer === 'string' ? undefined : rawOf(answer, rule)?.[0];
}

function refuse(exchange: UploadExchange, script: Script): void {
  const { answer } = script;
  if (typeof answer === 'string') return;
  const body = faultOf(answer);
  const reply = body && answerInstead(readFault(body), exchange);
  if (!reply && answer.error === undefined) return;
  noteRule(exchange.entry, { script });
  const taken = script.take().answer;
  if (reply) throw new UploadAccident(reply);
  if (typeof taken !== 'string') throw errorOf(taken, '');
}
