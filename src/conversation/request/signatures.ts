import * as l10n from '@vscode/l10n';
import { answeringModel, combinesTools, packedModel } from '../../api/modelPack';
import { ServiceError } from '../../api/errors';
import { plainText } from '../../platform/plainText';
import type { Failure, Turn } from '../model/conversation';
import { isResult } from '../model/turns';

/** Calls of functions that a model can't go on from, and the message that made it call them. */
interface UnsignedCalls {
  /** Id of that message. */
  readonly asked: string;
  /** Of the functions. */
  readonly names: readonly string[];
}

/**
 * Models since Gemini 3 refuse calls that come back without the signature of the thought behind them: those since the
 * last message that is no result, of which the first in each answer carries it. Another model made them, or they came
 * from elsewhere. Undefined where there are none.
 */
export function unsignedCalls(
  turns: readonly Turn[],
  model: string,
  now: number,
): UnsignedCalls | undefined {
  if (!wantsSignatures(model, now)) return undefined;
  const at = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  const asked = turns[at];
  if (!asked) return undefined;
  const names = turns.slice(at + 1).flatMap(({ role, content: { parts = [] } }) => {
    const first = role === 'model' ? parts.find((part) => part.functionCall) : undefined;
    return first && first.thoughtSignature === undefined ? [first.functionCall?.name ?? ''] : [];
  });
  return names.length === 0 ? undefined : { asked: asked.id, names };
}

function wantsSignatures(model: string, now: number): boolean {
  const packed = packedModel(model);
  return packed !== undefined && combinesTools(answeringModel(packed, now));
}

/** Whether the service has refused a request for that. */
export function isUnsigned(error: unknown): boolean {
  return error instanceof ServiceError && /missing a thought_signature/i.test(error.message);
}

/** Says before anything is sent that calls have no signature; undefined where none lacks one. */
export function unsignedNotice(
  turns: readonly Turn[],
  model: string,
  now: number,
): Failure | undefined {
  const found = unsignedCalls(turns, model, now);
  if (!found) return undefined;
  const names = found.names.map(plainText).join(', ');
  return {
    message: l10n.t(
      '{0} can’t continue after function calls without their thought signatures: {1}.',
      plainText(model.replace(/^models\//, '')),
      names,
    ),
    hint: l10n.t('Another model made these calls, or they came from elsewhere.'),
    fixes: ['askFromCalls'],
  };
}

/** How many signatures a turn has. */
export function signatureCount({ content: { parts = [] } }: Turn): number {
  return parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined).length;
}

/**
 * The turns without one, and without what can't stand alone then: results without the calls that they are of, and
 * calls in the middle without their results.
 */
export function withoutTurn(turns: readonly Turn[], id: string): readonly Turn[] {
  const at = turns.findIndex((turn) => turn.id === id);
  const [turn, next, before] = [turns[at], turns[at + 1], turns[at - 1]];
  if (!turn) return turns;
  const gone = new Set([turn]);
  if (callsFunctions(turn) && next && isResult(next)) gone.add(next);
  if (isResult(turn) && next && before && callsFunctions(before)) gone.add(before);
  return turns.filter((other) => !gone.has(other));
}

function callsFunctions({ role, content: { parts = [] } }: Turn): boolean {
  return role === 'model' && parts.some(({ functionCall }) => functionCall !== undefined);
}
