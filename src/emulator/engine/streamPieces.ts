import type { JsonObject } from '../../api/schema/row';
import type { Step } from '../call';
import { seedOf } from '../digest';
import { countTokens, pieces } from '../text';
import type { Draft } from './draft';
import type { WholePart } from './featureParts';
import { citationsOf } from './grounding';
import { type PromptCount, usage } from './usage';

/** A piece of one candidate, before usage is known. */
export interface Piece {
  readonly candidate: JsonObject;
  readonly tokens: number;
  /** What the tokens are of; thoughts are counted apart. */
  readonly kind: WholePart['modality'] | 'THOUGHT';
  /** Milliseconds to wait before it. */
  readonly after?: number;
}

/** How a candidate ends where a trigger decides. */
export interface Ending {
  /** Half of the text is sent, and no media. */
  readonly midway: boolean;
  /** The other half is sent. */
  readonly rest?: true;
  /** Fields of the last piece; undefined where there is none. */
  readonly last: JsonObject | undefined;
  /** What was sent is said to be recited. */
  readonly recites?: true;
}

/** How a candidate is cut into pieces. */
export interface Cut {
  readonly index: number;
  readonly ending: Ending | undefined;
  /** Identifies the answer, for what looks varied. */
  readonly id: string;
  readonly showThoughts: boolean;
  /** The signature of a part and its number; undefined where the model does not sign. */
  readonly sign: (number: number, part: JsonObject) => string | undefined;
  /** What the last piece says about the text, which is in the part of this number. */
  readonly metadata: (text: string, partIndex: number) => JsonObject;
  /** Fields of every piece. */
  readonly always: JsonObject;
}

/** A candidate as the pieces that a stream sends of it. */
export function cut(made: Draft, how: Cut): readonly Piece[] {
  const { index, ending, sign, showThoughts } = how;
  const at = { ...(index > 0 ? { index } : {}), ...how.always };
  const content = (part: JsonObject): JsonObject => ({
    content: { parts: [part], role: 'model' },
    ...at,
  });
  const signed = (part: JsonObject, number: number): JsonObject => {
    const thoughtSignature = sign(number, part);
    return thoughtSignature === undefined ? part : { ...part, thoughtSignature };
  };
  const all: Piece[] = [];
  for (const text of made.thoughts.split(/(?<=\n\n)(?=\*\*)/).filter((one) => one !== '')) {
    const candidate = showThoughts ? content({ text, thought: true }) : {};
    all.push({ candidate, tokens: countTokens(text), kind: 'THOUGHT' });
  }
  const thoughtParts = showThoughts && all.length > 0 ? 1 : 0;
  made.calls.forEach((call, position) => {
    const part = { functionCall: { ...call } };
    // Only the first call of a turn carries a signature.
    const candidate = content(position === 0 ? signed(part, position) : part);
    all.push({ candidate, tokens: countTokens(JSON.stringify(call)), kind: 'TEXT' });
  });
  for (const { part, tokens, modality } of made.before) {
    all.push({ candidate: content(part), tokens, kind: modality });
  }
  const texts = pieces(made.text, seedOf([how.id, index]));
  const half = Math.ceil(texts.length / 2);
  const sent = ending?.midway ? texts.slice(0, half) : texts.slice(ending?.rest ? half : 0);
  for (const { text, tokens } of sent) {
    all.push({ candidate: content({ text }), tokens, kind: 'TEXT' });
  }
  const said = sent.map(({ text }) => text).join('');
  for (const [number, { part, tokens, modality }] of made.after.entries()) {
    if (ending?.midway) break;
    // The closing part has the number 0.
    all.push({ candidate: content(signed(part, number + 1)), tokens, kind: modality });
  }
  if (ending && ending.last === undefined) return all;
  const metadata = ending?.midway ? {} : how.metadata(said, thoughtParts + made.before.length);
  const recited = ending?.recites ? { citationMetadata: citationsOf(said) } : {};
  const last = { finishReason: made.finishReason, ...metadata, ...recited, ...ending?.last };
  // Without any part here, Google's SDK would leave a streamed answer out of its chat's history.
  const blank = { text: '' };
  const closing = content(made.calls.length === 0 ? signed(blank, 0) : blank);
  const candidate = { ...(ending?.midway ? at : closing), ...last };
  return [...all, { candidate, tokens: 0, kind: 'TEXT' }];
}

/** Takes a piece of each candidate in turn. */
export function interleave(candidates: readonly (readonly Piece[])[]): readonly Piece[] {
  const longest = Math.max(...candidates.map((all) => all.length));
  return Array.from({ length: longest }, (_unused, row) =>
    candidates.flatMap((all) => all[row] ?? []),
  ).flat();
}

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
  /** Fields of the usage beside the counts. */
  readonly told: JsonObject;
}

/** A piece that is one large part, such as a picture, comes within about a second. */
const MOST_PACED_TOKENS = 90;

/** Messages with the counts so far: they grow, and the last one holds. */
export function stepsOf(all: readonly Piece[], framing: Framing): readonly Step[] {
  const counts = new Map<string, number>();
  let thoughts = 0;
  let unseen = 0;
  const steps: Step[] = [];
  const push = (candidates: readonly JsonObject[], tokens: number, after?: number): void => {
    const { prompt, tools, fixed, first, hasUsage, told } = framing;
    const message = {
      ...(candidates.length > 0 ? { candidates } : {}),
      ...(steps.length === 0 ? first : {}),
      ...(hasUsage
        ? { usageMetadata: { ...usage(prompt, { candidates: counts, thoughts, tools }), ...told } }
        : {}),
      ...fixed,
    };
    steps.push({
      ...{ message, tokens },
      ...(unseen > 0 ? { unseen } : {}),
      ...(after === undefined ? {} : { after }),
    });
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
    push(
      [candidate],
      kind === 'TEXT' || kind === 'THOUGHT' ? tokens : Math.min(tokens, MOST_PACED_TOKENS),
      piece.after,
    );
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
