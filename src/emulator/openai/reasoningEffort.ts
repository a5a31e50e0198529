import { answeringModel, packedModel, type PackedThinking } from '../../api/modelPack';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { StatusError } from '../status';

/** Levels of this service, from the least to the most thinking. */
const LEVELS = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'];

/** OpenAI's words, each with the level that it is, and the budget in tokens for models that think by budgets. */
const EFFORTS: { readonly [effort: string]: readonly [level: string, budget: number] } = {
  none: ['MINIMAL', 0],
  minimal: ['MINIMAL', 1024],
  low: ['LOW', 1024],
  medium: ['MEDIUM', 8192],
  high: ['HIGH', 24_576],
};

/**
 * Returns the thinking that `reasoning_effort` asks a model for: what comes nearest of what the model has. Throws 400 for
 * an unknown effort.
 * @param model Its resource name.
 * @param now Milliseconds since 1970.
 */
export function thinkingConfigOf(effort: JsonValue, model: string, now: number): JsonObject {
  const wanted =
    typeof effort === 'string' && Object.hasOwn(EFFORTS, effort) ? EFFORTS[effort] : undefined;
  if (!wanted) {
    const names = Object.keys(EFFORTS).toSorted().join(', ');
    const given = typeof effort === 'string' ? effort : JSON.stringify(effort);
    throw new StatusError(400, `Invalid reasoning_effort: ${given}. Valid values are: ${names}`);
  }
  const [level, budget] = wanted;
  const packed = packedModel(model);
  const thinking = packed && answeringModel(packed, now).thinking;
  if (typeof thinking !== 'object') return { thinkingLevel: level };
  const { levels } = thinking;
  if (levels) return { thinkingLevel: nearestLevel(level, levels) };
  return { thinkingBudget: nearestBudget(budget, thinking) };
}

/** Of two that are as near, the one that thinks more. */
function nearestLevel(level: string, levels: readonly string[]): string {
  const at = LEVELS.indexOf(level);
  const distance = (other: string): number => Math.abs(LEVELS.indexOf(other) - at);
  const [nearest = level] = LEVELS.filter((other) => levels.includes(other))
    .toReversed()
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest;
}

function nearestBudget(budget: number, { budget: range = [], canDisable }: PackedThinking): number {
  if (budget === 0 && canDisable === true) return 0;
  const [least = 0, most = Infinity] = range;
  return Math.min(Math.max(budget, least), most);
}
