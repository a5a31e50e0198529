import type { JsonObject } from '../../api/schema/row';
import type { Step } from '../reply';
import type { Piece } from './cut';
import { usage, type PromptCount } from './usage';

/** What all messages of an answer have in common. */
export interface Framing {
  readonly prompt: PromptCount;
  /** Tokens that tools put before the model. */
  readonly tools: number;
  /** Fields of every message. */
  readonly fixed: JsonObject;
  /** Fields of the first one. */
  readonly first: JsonObject;
  /** Messages without candidates, content or parts come among the others. */
  readonly isBare: boolean;
  readonly hasUsage: boolean;
}

/** A piece that is one large part, such as a picture, comes within about a second. */
const PACE = 90;

/** Messages with the counts so far: they grow, and the last one holds. */
export function stepsOf(all: readonly Piece[], framing: Framing): readonly Step[] {
  const counts = new Map<string, number>();
  let thoughts = 0;
  let unseen = 0;
  const steps: Step[] = [];
  const push = (candidates: readonly JsonObject[], tokens: number): void => {
    const { prompt, tools, fixed, first, hasUsage } = framing;
    const message = {
      ...(candidates.length > 0 ? { candidates } : {}),
      ...(steps.length === 0 ? first : {}),
      ...(hasUsage
        ? { usageMetadata: usage(prompt, { candidates: counts, thoughts, tools }) }
        : {}),
      ...fixed,
    };
    steps.push({ message, tokens, ...(unseen > 0 ? { unseen } : {}) });
    unseen = 0;
  };
  for (const [at, piece] of all.entries()) {
    const { candidate, tokens, kind } = piece;
    if (kind === 'THOUGHT') thoughts += tokens;
    else counts.set(kind, (counts.get(kind) ?? 0) + tokens);
    // Thoughts that are not shown take their time before what follows. A message of their own, without a
    // candidate, would make Google's SDK leave the answer out of its chat's history.
    if (Object.keys(candidate).length === 0) {
      unseen += tokens;
      continue;
    }
    push([candidate], kind === 'TEXT' || kind === 'THOUGHT' ? tokens : Math.min(tokens, PACE));
    if (framing.isBare && at === 0) for (const bare of bareOf(candidate)) push(bare, 0);
  }
  return steps;
}

/** What real streams have in between: counts alone, and candidates that say nothing in three ways. */
function bareOf({ index }: JsonObject): readonly (readonly JsonObject[])[] {
  const at = index === undefined ? {} : { index };
  return [
    [],
    [at],
    [{ content: {}, ...at }],
    [{ content: { role: 'model' }, ...at }],
    [{ content: { parts: [{ text: '' }], role: 'model' }, ...at }],
  ];
}
