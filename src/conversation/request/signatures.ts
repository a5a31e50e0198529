import * as l10n from '@vscode/l10n';
import { answeringModel, combinesTools, packedModel } from '../../api/modelPack';
import { ServiceError } from '../../api/errors';
import { plainText } from '../../platform/plainText';
import type { Failure, Turn } from '../model/conversation';
import { isResult } from '../model/turns';

interface UnsignedCalls {
  readonly asked: string;
  readonly names: readonly string[];
}

/**
 * Returns calls since the last message that have no thought signature; undefined if none. Gemini 3
 * and later reject them. Only the first call of a response has a signature.
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

/** Whether the API rejected a request because of a missing signature. */
export function isUnsigned(error: unknown): boolean {
  return error instanceof ServiceError && /missing a thought_signature/i.test(error.message);
}

/** Returns a warning about unsigned calls; undefined if there are none. */
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
      '{0} can’t continue because these function calls have no thought signatures: {1}.',
      plainText(model.replace(/^models\//, '')),
      names,
    ),
    hint: l10n.t('Another model made these calls, or they came from elsewhere.'),
    fixes: ['askFromCalls'],
  };
}

export function signatureCount({ content: { parts = [] } }: Turn): number {
  return parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined).length;
}

/** Removes a turn and its dependents: results without calls, and earlier calls without results. */
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
