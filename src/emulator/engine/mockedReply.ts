import { resolve } from 'node:path';
import { canonicalCodes } from '../../api/errors/decode';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items } from '../../base/json';
import { typeOfEnding, UNKNOWN_TYPE } from '../../base/mediaTypes';
import { readPlainFileSync } from '../../platform/safeFiles';
import type {
  MockResponse,
  Content,
  LoadedRule,
  Piece as ScriptedPiece,
  TakenResponse,
} from '../answers';
import type { Reply, Step } from '../call';
import { digest, seedOf } from '../digest';
import { quotaExceeded, retryInfo, StatusError } from '../status';
import { bytesOf, countTokens, pieces } from '../text';
import { errorFor } from '../triggers';
import { givenLogprobs, inventedLogprobs, usage } from './responseMetadata';
import { abstractPicture, encodePng, hum, SPEECH_TYPE } from './media';
import { type Framing, interleave, type Piece, stepsOf } from './streamPieces';

type Part = Message<'Part'>;

interface ScriptContext extends Framing {
  readonly model: string;
  readonly signs: boolean;
  readonly sign: (id: string, part: Part) => string;
  readonly logprobs: number | undefined;
}

const PICTURE = 256;

/** Returns a mock response as stream chunks. Undefined if the emulator should generate the response. */
export function scriptedReply(
  { answer, rule }: TakenResponse,
  context: ScriptContext,
): Reply | undefined {
  if (typeof answer === 'string') return undefined;
  const { latency = 0, rate = 0, error } = answer;
  const speed = { latency: latency * rule.waits, rate };
  const raw = rawOf(answer, rule);
  if (raw) {
    const steps = raw.map((message) => ({ message, tokens: 0 }));
    return { steps, isScripted: true, isVerbatim: true, isCounted: true, speed };
  }
  const accident =
    error === undefined
      ? undefined
      : ({ kind: 'error', error: errorOf(answer, context.model) } as const);
  const steps = stepsIn(answer, rule, context);
  // A fault without a response applies to the emulator's own response.
  if (steps.length === 0 && !accident) return undefined;
  return { steps, accident, speed, isScripted: true, isCounted: answer.usage !== undefined };
}

/** Returns the raw messages of a mock, inline or from its file. Undefined if it has none. */
export function rawOf(
  { raw, file }: MockResponse,
  rule: LoadedRule,
): readonly JsonObject[] | undefined {
  const given: unknown = raw ?? (file === undefined ? undefined : jsonIn(file, rule));
  if (given === undefined) return undefined;
  return Array.isArray(given) ? items(given).filter(isObject) : [given as JsonObject];
}

function jsonIn(file: string, rule: LoadedRule): unknown {
  try {
    return JSON.parse(readFile(file, rule).toString('utf8'));
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new StatusError(500, `${rule.label}: ${file} isn’t valid JSON.`);
  }
}

function readFile(file: string, { folder, label }: LoadedRule): Buffer {
  try {
    return readPlainFileSync(resolve(folder, file));
  } catch {
    throw new StatusError(500, `${label}: there is no file ${file} in ${folder}.`);
  }
}

function stepsIn(answer: MockResponse, rule: LoadedRule, context: ScriptContext): readonly Step[] {
  const fixed = {
    ...context.fixed,
    ...(answer.modelVersion === undefined ? {} : { modelVersion: answer.modelVersion }),
    ...(answer.responseId === undefined ? {} : { responseId: answer.responseId }),
  };
  const framing: Framing = { ...context, fixed };
  const { promptFeedback, candidates = [answer] } = answer;
  if (promptFeedback) {
    const counted = usage(context.prompt, { candidates: new Map(), thoughts: 0, tools: 0 });
    const message = { promptFeedback, usageMetadata: counted, ...fixed };
    return counts([{ message, tokens: 0 }], answer);
  }
  const isOpen = answer.error !== undefined;
  const id = String(fixed.responseId);
  const all = candidates.map((content, index) =>
    candidatePieces(content, { index, id, rule, context, isOpen }),
  );
  return counts(stepsOf(interleave(all), framing), answer);
}

interface Place {
  readonly index: number;
  readonly id: string;
  readonly rule: LoadedRule;
  readonly context: ScriptContext;
  readonly isOpen: boolean;
}

function candidatePieces(content: Content, place: Place): readonly Piece[] {
  const { index, isOpen } = place;
  const given = content.pieces ?? piecesOf(content, `${place.id} ${index}`);
  const at = index > 0 ? { index } : {};
  const first = given.findIndex(({ call }) => call !== undefined);
  const parts = given.map((piece, number) => partOf(piece, place, number, number === first));
  const all: Piece[] = parts.map((part, number) => {
    const after = given[number]?.after ?? 0;
    const waits = after * place.rule.waits;
    return {
      candidate: { content: { parts: [part], role: 'model' }, ...at },
      tokens: tokensOf(part),
      kind: kindOf(part),
      ...(waits > 0 ? { after: waits } : {}),
    };
  });
  const says = all.length > 0 || content.finish !== undefined;
  if (!says || isOpen) return all;
  const ending: JsonObject = {
    finishReason: content.finish ?? 'STOP',
    ...(content.finishMessage === undefined ? {} : { finishMessage: content.finishMessage }),
    ...(content.safetyRatings === undefined ? {} : { safetyRatings: content.safetyRatings }),
    ...sourcesOf(content, parts),
    ...probabilitiesOf(content, parts, place.context),
  };
  const last = all.at(-1);
  if (!last) return [{ candidate: { ...at, ...ending }, tokens: 0, kind: 'TEXT' }];
  return [...all.slice(0, -1), { ...last, candidate: { ...last.candidate, ...ending } }];
}

function piecesOf(
  { thought, text, json, images = [], media = [], calls = [] }: Content,
  id: string,
): readonly ScriptedPiece[] {
  const said = json === undefined ? (text ?? '') : JSON.stringify(json);
  return [
    ...(thought === undefined ? [] : [{ thought }]),
    ...pieces(said, seedOf(id)).map((piece) => ({ text: piece.text })),
    ...images.map((image) => ({ image })),
    ...media.map((one) => ({ media: one })),
    ...calls.map((call) => ({ call })),
  ];
}

function partOf(piece: ScriptedPiece, place: Place, number: number, isFirstCall: boolean): Part {
  const { call, signature = call?.signature } = piece;
  const part = bareOf(piece, place, number);
  const isSigned = signature ?? (isFirstCall && place.context.signs);
  if (isSigned === false) return part;
  const thoughtSignature =
    isSigned === true ? place.context.sign(`${place.id} ${place.index} ${number}`, part) : isSigned;
  return { ...part, thoughtSignature };
}

function bareOf(piece: ScriptedPiece, { rule, id }: Place, number: number): Part {
  const { text, thought, call, json, image, sound, media, part } = piece;
  if (call) {
    const made = `call-${digest([id, number]).slice(0, 8)}`;
    return { functionCall: { id: call.id ?? made, name: call.name ?? '', args: call.args ?? {} } };
  }
  if (thought !== undefined) return { text: thought, thought: true };
  if (image !== undefined) {
    const png = encodePng(abstractPicture(seedOf(image), PICTURE, PICTURE));
    return inline('image/png', png);
  }
  if (sound !== undefined) return inline(SPEECH_TYPE, hum(seedOf(number), sound));
  if (media) {
    const file = media.file ?? '';
    return inline(media.mimeType ?? typeOfEnding(file) ?? UNKNOWN_TYPE, readFile(file, rule));
  }
  if (part) return part;
  return { text: json === undefined ? (text ?? '') : JSON.stringify(json) };
}

function inline(mimeType: string, bytes: Buffer): Part {
  return { inlineData: { mimeType, data: bytes.toString('base64') } };
}

/** Token count of an image or a minute of audio. */
const MEDIA_TOKENS = 258;

function tokensOf(part: Part): number {
  if (part.inlineData) return MEDIA_TOKENS;
  return countTokens(part.text ?? JSON.stringify(part.functionCall ?? part));
}

function kindOf({ thought, inlineData }: Part): Piece['kind'] {
  if (thought === true) return 'THOUGHT';
  const { mimeType = '' } = inlineData ?? {};
  if (mimeType.startsWith('image/')) return 'IMAGE';
  return mimeType.startsWith('audio/') ? 'AUDIO' : 'TEXT';
}

/** Returns grounding and citation metadata with offsets in UTF-8 bytes. */
function sourcesOf({ grounding, citations }: Content, parts: readonly Part[]): JsonObject {
  const texts = parts.filter(({ text, thought }) => text !== undefined && thought !== true);
  const said = texts.map(({ text }) => text).join('');
  const partIndex = parts.some(({ thought }) => thought === true) ? 1 : 0;
  const span = (wanted: string | undefined): JsonObject => {
    const found = wanted === undefined ? 0 : Math.max(0, said.indexOf(wanted));
    const startIndex = bytesOf(said.slice(0, found));
    return { startIndex, endIndex: startIndex + bytesOf(wanted ?? said) };
  };
  const { queries, sources = [] } = grounding ?? {};
  const groundingMetadata = {
    ...(queries ? { webSearchQueries: queries } : {}),
    groundingChunks: sources.map(({ uri = '', title = '' }) => ({ web: { uri, title } })),
    groundingSupports: sources.map(({ supports }, index) => ({
      segment: { partIndex, ...span(supports), text: supports ?? said },
      groundingChunkIndices: [index],
    })),
  };
  const citationSources = (citations ?? []).map(({ uri, license, text }) => ({
    ...span(text),
    ...(uri === undefined ? {} : { uri }),
    ...(license === undefined ? {} : { license }),
  }));
  return {
    ...(grounding ? { groundingMetadata } : {}),
    ...(citations ? { citationMetadata: { citationSources } } : {}),
  };
}

function probabilitiesOf(
  { logprobs }: Content,
  parts: readonly Part[],
  context: ScriptContext,
): JsonObject {
  if (logprobs) return givenLogprobs(logprobs);
  if (context.logprobs === undefined) return {};
  const said = parts.map(({ text = '', thought }) => (thought === true ? '' : text)).join('');
  return inventedLogprobs(said, context.logprobs);
}

/** Applies the token counts of a mock: prompt counts to all chunks, others to the last one. */
function counts(steps: readonly Step[], { usage: given }: MockResponse): readonly Step[] {
  if (!given) return steps;
  return steps.map((step, index) => {
    const before = step.message.usageMetadata as Message<'GenerateContentResponse.UsageMetadata'>;
    const isLast = index === steps.length - 1;
    const told = {
      ...before,
      ...named('promptTokenCount', given.prompt, 'promptTokensDetails'),
      ...named('cachedContentTokenCount', given.cached, 'cacheTokensDetails'),
      ...(isLast ? named('candidatesTokenCount', given.output, 'candidatesTokensDetails') : {}),
      ...(isLast ? named('thoughtsTokenCount', given.thoughts) : {}),
      ...(isLast
        ? named('toolUsePromptTokenCount', given.tools, 'toolUsePromptTokensDetails')
        : {}),
    };
    const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = told;
    const { toolUsePromptTokenCount = 0 } = told;
    const totalTokenCount =
      promptTokenCount + candidatesTokenCount + thoughtsTokenCount + toolUsePromptTokenCount;
    return { ...step, message: { ...step.message, usageMetadata: { ...told, totalTokenCount } } };
  });
}

function named(name: string, count: number | undefined, details?: string): JsonObject {
  if (count === undefined) return {};
  const all = count === 0 ? [] : [{ modality: 'TEXT', tokenCount: count }];
  return { [name]: count, ...(details === undefined ? {} : { [details]: all }) };
}

export function errorOf(answer: MockResponse, model: string): StatusError {
  const { error = 500, message, retryDelay, quota, details = [], headers = {} } = answer;
  const code = typeof error === 'number' ? error : (canonicalCodes.get(error) ?? 500);
  const isQuota = code === 429;
  const usual = isQuota
    ? quotaExceeded({
        model,
        retryDelay: retryDelay ?? '2s',
        ...(quota?.metric === undefined ? {} : { metric: quota.metric }),
        ...(quota?.id === undefined ? {} : { quotaId: quota.id }),
        ...(quota?.limit === undefined ? {} : { limit: quota.limit }),
      })
    : errorFor(code, model);
  const wait = retryDelay === undefined || isQuota ? [] : [retryInfo(retryDelay)];
  return new StatusError(code, message ?? usual.message, {
    ...(typeof error === 'string' ? { status: error } : {}),
    details: [...usual.details, ...wait, ...details],
    headers,
  });
}
