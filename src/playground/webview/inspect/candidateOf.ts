import type { JsonObject } from '../../../api/schema/row';
import type { ModelTurn } from '../../conversation';

/** What the service said of the answer that is shown, besides its content. */
export function candidateOf({ answer, chosen = 0 }: ModelTurn): JsonObject | undefined {
  if (!answer) return undefined;
  const { candidates } = answer;
  const found: unknown = Array.isArray(candidates) ? candidates[chosen] : undefined;
  return typeof found === 'object' && found !== null ? (found as JsonObject) : undefined;
}
