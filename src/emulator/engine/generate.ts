import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Reply, Step } from '../reply';
import type { ModelSeed } from '../seeds/model';
import { checkInputLimit, checkRequest } from './checks';
import { readConversation } from './conversation';
import { draft, type Draft } from './draft';
import { digest, seedOf } from './hash';
import { answerRating, promptBlock, type Rating } from './safety';
import { signature } from './thoughts';
import { countTokens, pieces } from './tokens';
import { accidentIn, argumentOf, triggersIn } from './triggers';
import { countPrompt, usage, type PromptCount } from './usage';

type Request = Message<'GenerateContentRequest'>;

/** A piece of one candidate, before usage is known. */
interface Piece {
  readonly candidate: JsonObject;
  readonly tokens: number;
  readonly thought?: true;
}

const SLOW = { latency: 2000, rate: 5 };

/**
 * Answers a request with the pieces that a stream sends. The same request gets the same pieces. Throws
 * `StatusError` for what the service refuses.
 */
export function generate(request: Request, model: ModelSeed): Reply {
  checkRequest(request, model);
  const prompt = countPrompt(request);
  checkInputLimit(prompt.total, model);
  const conversation = readConversation(request.contents ?? [], request.systemInstruction);
  const triggers = triggersIn(conversation.last);
  const fixed = {
    modelVersion: model.model.name.replace(/^models\//, ''),
    responseId: digest([model.model.name, request]).slice(0, 22),
  };
  const accident = accidentIn(triggers, fixed.modelVersion);
  const settings = request.safetySettings ?? [];
  const block = promptBlock(triggers, settings);
  if (block) {
    const message = { promptFeedback: { ...block }, usageMetadata: usage(prompt, 0, 0), ...fixed };
    return {
      steps: [{ message: message as unknown as JsonObject, tokens: 0 }],
      accident: accident?.accident,
    };
  }
  const ending = endingOf(
    answerRating(triggers, settings),
    argumentOf(triggers, 'recitation') !== undefined,
    argumentOf(triggers, 'finish'),
    argumentOf(triggers, 'no-finish') !== undefined,
  );
  const count = request.generationConfig?.candidateCount ?? 1;
  const signs = model.model.thinking === true;
  const showThoughts = request.generationConfig?.thinkingConfig?.includeThoughts === true;
  const candidates = Array.from({ length: count }, (_unused, index) => {
    const made = draft(request, conversation, model, index);
    const sign = (part: number): string | undefined =>
      signs ? signature(`${fixed.responseId} ${index} ${part}`) : undefined;
    return cut(made, ending, index, seedOf([fixed.responseId, index]), showThoughts, sign);
  });
  const steps = withUsage(interleave(candidates), prompt, fixed);
  const kept = accident ? steps.slice(0, accident.midway ? Math.ceil(steps.length / 2) : 0) : steps;
  const speed = argumentOf(triggers, 'slow') === undefined ? undefined : SLOW;
  return { steps: kept, accident: accident?.accident, speed };
}

/** How a candidate ends where a trigger decides. */
interface Ending {
  /** Half of the text is sent. */
  readonly midway: boolean;
  readonly last: JsonObject | undefined;
}

function endingOf(
  rating: Rating | undefined,
  recites: boolean,
  finish: string | undefined,
  endless: boolean,
): Ending | undefined {
  const safetyRatings = rating ? { safetyRatings: [{ ...rating }] } : {};
  if (rating?.blocked) return { midway: true, last: { finishReason: 'SAFETY', ...safetyRatings } };
  if (recites) {
    const source = { endIndex: 40, uri: 'https://example.com/recited', license: 'unknown' };
    const citationMetadata = { citationSources: [source] };
    return { midway: true, last: { finishReason: 'RECITATION', citationMetadata } };
  }
  if (endless) return { midway: true, last: undefined };
  if (finish) return { midway: false, last: { finishReason: finish, finishMessage: 'Asked for.' } };
  return rating ? { midway: false, last: safetyRatings } : undefined;
}

function cut(
  made: Draft,
  ending: Ending | undefined,
  index: number,
  seed: number,
  showThoughts: boolean,
  sign: (part: number) => string | undefined,
): readonly Piece[] {
  const at = index > 0 ? { index } : {};
  const content = (parts: readonly JsonObject[]): JsonObject => ({
    content: { parts, role: 'model' },
    ...at,
  });
  const all: Piece[] = [];
  for (const thought of made.thoughts.split(/(?<=\n\n)(?=\*\*)/).filter((text) => text !== '')) {
    const shown = showThoughts ? content([{ text: thought, thought: true }]) : {};
    all.push({ candidate: shown, tokens: countTokens(thought), thought: true });
  }
  made.calls.forEach((call, position) => {
    // Only the first call of a turn carries a signature.
    const thoughtSignature = position === 0 ? sign(position) : undefined;
    const part = { functionCall: { ...call }, ...(thoughtSignature ? { thoughtSignature } : {}) };
    all.push({ candidate: content([part]), tokens: countTokens(JSON.stringify(call)) });
  });
  const texts = pieces(made.text, seed);
  const sent = ending?.midway ? texts.slice(0, Math.ceil(texts.length / 2)) : texts;
  for (const { text, tokens } of sent) all.push({ candidate: content([{ text }]), tokens });
  const last = { finishReason: made.finishReason, ...ending?.last };
  if (ending && ending.last === undefined) return all;
  const finalSignature = made.calls.length === 0 && !ending?.midway ? sign(0) : undefined;
  const signed = finalSignature ? { thoughtSignature: finalSignature } : {};
  // Without any part here, Google's SDK would leave a streamed answer out of its chat's history.
  const closing = ending?.midway ? { ...at } : content([{ text: '', ...signed }]);
  const end = { candidate: { ...closing, ...last }, tokens: 0 };
  return [...all, end];
}

/** Takes a piece of each candidate in turn. */
function interleave(candidates: readonly (readonly Piece[])[]): readonly Piece[] {
  const longest = Math.max(...candidates.map((all) => all.length));
  return Array.from({ length: longest }, (_unused, row) =>
    candidates.flatMap((all) => all[row] ?? []),
  ).flat();
}

/** Messages with the counts so far: they grow, and the last one holds. */
function withUsage(all: readonly Piece[], prompt: PromptCount, fixed: JsonObject): readonly Step[] {
  let answered = 0;
  let thought = 0;
  let unseen = 0;
  return all.flatMap((piece) => {
    if (piece.thought) thought += piece.tokens;
    else answered += piece.tokens;
    // Thoughts that are not shown take their time before what follows. A message of their own, without a
    // candidate, would make Google's SDK leave the answer out of its chat's history.
    if (Object.keys(piece.candidate).length === 0) {
      unseen += piece.tokens;
      return [];
    }
    const usageMetadata = usage(prompt, answered, thought);
    const message = { candidates: [piece.candidate], usageMetadata, ...fixed };
    const step = { message, tokens: piece.tokens, ...(unseen > 0 ? { unseen } : {}) };
    unseen = 0;
    return [step];
  });
}
