import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Reply, Step } from '../call';
import { seedOf } from '../digest';
import { countTokens, pieces } from '../text';
import type { Draft } from './draft';
import type { WholePart } from './featureParts';
import { citationsOf } from './grounding';
import { type PromptCount, usage } from './responseMetadata';

export interface Piece {
  readonly candidate: JsonObject;
  readonly tokens: number;
  readonly kind: WholePart['modality'] | 'THOUGHT';
  /** Delay before the chunk in ms. */
  readonly after?: number;
}

export interface Ending {
  readonly midway: boolean;
  readonly rest?: true;
  /** Fields of the last chunk. Undefined if the stream just stops. */
  readonly last: JsonObject | undefined;
  readonly recites?: true;
}

interface Cut {
  readonly index: number;
  readonly ending: Ending | undefined;
  readonly id: string;
  readonly showThoughts: boolean;
  /** Returns the signature of a part by its index. Undefined if the model doesn't sign parts. */
  readonly sign: (number: number, part: JsonObject) => string | undefined;
  /** Returns metadata about the text for the last chunk. @param partIndex of the text. */
  readonly metadata: (text: string, partIndex: number) => JsonObject;
  readonly always: JsonObject;
}

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
    all.push({ candidate: content(signed(part, number + 1)), tokens, kind: modality });
  }
  if (ending && ending.last === undefined) return all;
  const metadata = ending?.midway ? {} : how.metadata(said, thoughtParts + made.before.length);
  const recited = ending?.recites ? { citationMetadata: citationsOf(said) } : {};
  const last = { finishReason: made.finishReason, ...metadata, ...recited, ...ending?.last };
  // Google's SDK drops a streamed response from the chat history if a chunk has no parts.
  const blank = { text: '' };
  const closing = content(made.calls.length === 0 ? signed(blank, 0) : blank);
  const candidate = { ...(ending?.midway ? at : closing), ...last };
  return [...all, { candidate, tokens: 0, kind: 'TEXT' }];
}

export function interleave(candidates: readonly (readonly Piece[])[]): readonly Piece[] {
  const longest = Math.max(...candidates.map((all) => all.length));
  return Array.from({ length: longest }, (_unused, row) =>
    candidates.flatMap((all) => all[row] ?? []),
  ).flat();
}

export interface Framing {
  readonly prompt: PromptCount;
  readonly tools: number;
  readonly fixed: JsonObject;
  readonly first: JsonObject;
  readonly isBare: boolean;
  readonly hasUsage: boolean;
  readonly told: JsonObject;
}

/** Caps the delay of large parts, such as images, at about one second. */
const MAX_PACED_TOKENS = 90;

/** Returns messages with cumulative usage: counts grow, and the last one is final. */
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
      message,
      tokens,
      ...(unseen > 0 ? { unseen } : {}),
      ...(after === undefined ? {} : { after }),
    });
    unseen = 0;
  };
  for (const [at, piece] of all.entries()) {
    const { candidate, tokens, kind } = piece;
    if (kind === 'THOUGHT') thoughts += tokens;
    else counts.set(kind, (counts.get(kind) ?? 0) + tokens);
    // Hidden thoughts delay the next chunk. After a message without candidates, Google's SDK would drop the
    // response from the chat history.
    if (Object.keys(candidate).length === 0) {
      unseen += tokens;
      continue;
    }
    push(
      [candidate],
      kind === 'TEXT' || kind === 'THOUGHT' ? tokens : Math.min(tokens, MAX_PACED_TOKENS),
      piece.after,
    );
    if (framing.isBare && at === 0) for (const bare of bareOf(candidate)) push(bare, 0);
  }
  return steps;
}

/**
 * Returns the empty chunks that live streams contain: usage only, and three forms of empty
 * candidates.
 */
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

export function toUnaryReply({ steps, ...rest }: Reply): Reply {
  if (rest.isVerbatim && steps.length === 1) return { steps, ...rest };
  return { ...rest, steps: rest.accident || steps.length === 0 ? [] : [merge(steps)] };
}

type Response = Message<'GenerateContentResponse'>;
type Candidate = Message<'Candidate'>;
type Part = Message<'Part'>;

function merge(steps: readonly Step[]): Step {
  const responses = steps.map((step) => step.message as Response);
  const candidates = new Map<number, Candidate>();
  for (const candidate of responses.flatMap((response) => response.candidates ?? [])) {
    const index = candidate.index ?? 0;
    candidates.set(index, joinCandidates(candidates.get(index), candidate));
  }
  const sorted = [...candidates].sort(([a], [b]) => a - b).map(([, candidate]) => candidate);
  // The last value of each field wins. Prompt feedback is only in the first chunk.
  const fields = responses.reduce<Response>((all, response) => ({ ...all, ...response }), {});
  const message = { ...fields, candidates: sorted.map(omitBlocked) };
  const waits = steps.reduce((sum, { after = 0 }) => sum + after, 0);
  return {
    message,
    tokens: steps.reduce((sum, { tokens, unseen = 0 }) => sum + unseen + tokens, 0),
    ...(waits > 0 ? { after: waits } : {}),
  };
}

function joinCandidates(before: Candidate | undefined, next: Candidate): Candidate {
  if (!before) return next;
  const parts = [...(before.content?.parts ?? [])];
  for (const part of next.content?.parts ?? []) {
    const last = parts.at(-1);
    if (last && continuesText(last, part)) {
      parts[parts.length - 1] = { ...last, ...part, text: `${last.text ?? ''}${part.text ?? ''}` };
    } else if (!isBlank(part) || parts.length === 0) {
      parts.push(part);
    }
  }
  const role = before.content?.role ?? next.content?.role ?? 'model';
  const content = parts.length > 0 ? { content: { parts, role } } : {};
  return { ...before, ...next, ...content };
}

function continuesText(last: Part, part: Part): boolean {
  return (
    last.text !== undefined &&
    part.text !== undefined &&
    (last.thought ?? false) === (part.thought ?? false) &&
    last.thoughtSignature === undefined
  );
}

/** Drops the empty text that closes a stream, unless it is the only part. */
function isBlank({ text, ...rest }: Part): boolean {
  return text === '' && Object.keys(rest).length === 0;
}

/** Blocked responses (safety or recitation) have no content if they aren't streamed. */
function omitBlocked(candidate: Candidate): Candidate {
  if (candidate.finishReason !== 'SAFETY' && candidate.finishReason !== 'RECITATION') {
    return candidate;
  }
  const { content, ...rest } = candidate;
  return content ? rest : candidate;
}
