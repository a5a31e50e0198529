import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { TURN_REASONS } from '../emulator/answers';
import type { ResponseFault, Reply, Speed, Step } from '../emulator/call';
import { seedOf } from '../emulator/digest';
import { audioTokens, hum, SAMPLE_RATE, samplesIn, speechSeconds } from '../emulator/engine';

type Part = Message<'Part'>;
type Response = Message<'GenerateContentResponse'>;
export type FunctionCall = Message<'FunctionCall'>;
type Usage = Message<'GenerateContentResponse.UsageMetadata'>;

export interface DeliveryMode {
  readonly isSpoken: boolean;
  readonly isTranscribed: boolean;
  /** The voice and generation settings, used to seed the synthetic sound. */
  readonly voice: JsonObject;
}

interface Piece {
  readonly messages: readonly JsonObject[];
  readonly part: Part | undefined;
  /** Tokens of this step and (`unseen`) of hidden thoughts before it; both set the pace. */
  readonly tokens: number;
  readonly unseen: number;
  /** Additional delay in ms before this step. */
  readonly after: number;
  readonly usage: JsonObject | undefined;
}

export interface LiveResponse {
  readonly pieces: readonly Piece[];
  /** Function calls that end the response; the steps contain them as parts without messages. */
  readonly calls: readonly FunctionCall[];
  readonly reason: string | undefined;
  readonly accident: ResponseFault | undefined;
  readonly speed: Speed | undefined;
  /** Whether a mock supplies all messages, including the final ones. */
  readonly isWhole: boolean;
}

const SOUND = `audio/pcm;rate=${SAMPLE_RATE}`;
const BYTES_PER_SAMPLE = 2;

/** Converts an engine response to session messages. Uses the first candidate only. */
export function toLiveResponse(reply: Reply, manner: DeliveryMode): LiveResponse {
  const { steps, accident, speed, delivery } = reply;
  if (reply.isVerbatim && steps.some(({ message }) => isOwn(message))) {
    const pieces = steps.map(({ message }) => ({ ...BLANK, messages: [message] }));
    return { pieces, calls: [], reason: undefined, accident, speed, isWhole: true };
  }
  const voice = manner.isSpoken ? new Voice(textOf(steps), manner.voice) : undefined;
  // Token counts of a mock already include audio.
  const seconds = (): number | undefined => (reply.isCounted ? undefined : voice?.seconds);
  const { delay = 0 } = delivery ?? {};
  const pieces = steps
    .flatMap(partByPart)
    .flatMap((step) => pieceOf(step, voice, manner, seconds))
    .map((piece, at) => (at === 0 ? { ...piece, after: piece.after + delay } : piece));
  const calls = pieces.flatMap(({ part }) => part?.functionCall ?? []);
  const last = steps.at(-1)?.message as Response | undefined;
  const reason = reasonOf(last, manner);
  return { pieces, calls, reason, accident, speed, isWhole: false };
}

/** Whether a mock message has the form of a live session and not of a stream. */
function isOwn(message: JsonObject): boolean {
  return ['serverContent', 'toolCall', 'goAway'].some((name) => message[name] !== undefined);
}

const BLANK = { part: undefined, tokens: 0, unseen: 0, after: 0, usage: undefined } as const;

class Voice {
  readonly #length: number;
  readonly #sound: Buffer;
  #said = 0;

  constructor(text: string, voice: JsonObject) {
    this.#length = text.length;
    this.#sound = text === '' ? Buffer.alloc(0) : hum(seedOf([text, voice]), speechSeconds(text));
  }

  say(text: string): Buffer {
    const from = this.#at(this.#said);
    this.#said += text.length;
    return this.#sound.subarray(from, this.#at(this.#said));
  }

  get seconds(): number {
    return this.#at(this.#said) / BYTES_PER_SAMPLE / SAMPLE_RATE;
  }

  #at(characters: number): number {
    const samples = this.#sound.length / BYTES_PER_SAMPLE;
    const share = this.#length === 0 ? 0 : characters / this.#length;
    return BYTES_PER_SAMPLE * Math.round(samples * share);
  }
}

function textOf(steps: readonly Step[]): string {
  return steps
    .flatMap(({ message }) => partsOf(message))
    .map(({ text = '', thought }) => (thought === true ? '' : text))
    .join('');
}

function partsOf(message: JsonObject): readonly Part[] {
  const { candidates = [] } = message as Response;
  return candidates.flatMap(({ index = 0, content }) =>
    index === 0 ? (content?.parts ?? []) : [],
  );
}

/** Splits a message with several parts, as mocks may have, into one message per part. */
function partByPart(step: Step): readonly Step[] {
  const { candidates = [], ...rest } = step.message as Response;
  const [first] = candidates;
  const parts = first?.content?.parts ?? [];
  if (!first || parts.length < 2) return [step];
  const { content, ...told } = first;
  return parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    const candidate = { ...(isLast ? told : {}), content: { ...content, parts: [part] } };
    const message = { ...rest, candidates: [candidate] } as JsonObject;
    return at === 0 ? { ...step, message } : { message, tokens: 0 };
  });
}

function pieceOf(
  { message, tokens, unseen = 0, after = 0 }: Step,
  voice: Voice | undefined,
  manner: DeliveryMode,
  seconds: () => number | undefined,
): readonly Piece[] {
  const { candidates = [], usageMetadata } = message as Response;
  // Skip other candidates. A trigger can also request zero candidates.
  if ((candidates[0]?.index ?? 0) > 0) return [];
  const [part] = partsOf(message);
  const { groundingMetadata, urlContextMetadata } = candidates[0] ?? {};
  const told = {
    ...(groundingMetadata && { groundingMetadata }),
    ...(urlContextMetadata && { urlContextMetadata }),
  } as JsonObject;
  const said = part === undefined ? [] : partMessages(part, voice, manner);
  const messages = [...said, ...(Object.keys(told).length > 0 ? [{ serverContent: told }] : [])];
  const usage = usageMetadata && usageOf(usageMetadata, voice !== undefined, seconds());
  const isBlank = part?.text === '';
  return [{ messages, part: isBlank ? undefined : part, tokens, unseen, after, usage }];
}

/** Returns the messages for a part. Function calls are sent together at the end. */
function partMessages(
  part: Part,
  voice: Voice | undefined,
  manner: DeliveryMode,
): readonly JsonObject[] {
  if (part.text === '' || part.functionCall) return [];
  if (part.inlineData) return [turn({ ...part, inlineData: soundOf(part.inlineData) })];
  if (part.text === undefined || part.thought === true || !voice) return [turn(part)];
  const data = voice.say(part.text).toString('base64');
  const { text } = part;
  return [
    ...(data === '' ? [] : [turn({ inlineData: { mimeType: SOUND, data } })]),
    ...(manner.isTranscribed ? [{ serverContent: { outputTranscription: { text } } }] : []),
  ];
}

function soundOf(blob: Message<'Blob'>): Message<'Blob'> {
  const { mimeType = '', data = '' } = blob;
  const [, rate] = /^audio\/l16\b.*\brate=(\d+)/i.exec(mimeType) ?? [];
  if (rate !== undefined) return { mimeType: `audio/pcm;rate=${rate}`, data };
  const wav = /^audio\/(?:x-)?wave?$/i.test(mimeType) && samplesIn(Buffer.from(data, 'base64'));
  if (!wav) return blob;
  return { mimeType: `audio/pcm;rate=${wav.rate}`, data: wav.samples.toString('base64') };
}

function turn(part: Part): JsonObject {
  return { serverContent: { modelTurn: { role: 'model', parts: [part] } } };
}

/** Renames token counts for live sessions. Audio is counted by its duration. */
function usageOf(usage: Usage, isSpoken: boolean, seconds: number | undefined): JsonObject {
  const { candidatesTokenCount: _all, candidatesTokensDetails = [], ...rest } = usage;
  const { promptTokenCount = 0, thoughtsTokenCount = 0, toolUsePromptTokenCount = 0 } = usage;
  const details = candidatesTokensDetails.map(({ modality = 'TEXT', tokenCount = 0 }) =>
    isSpoken && seconds !== 0 && modality === 'TEXT'
      ? { modality: 'AUDIO', tokenCount: seconds === undefined ? tokenCount : audioTokens(seconds) }
      : { modality, tokenCount },
  );
  const responseTokenCount = details.reduce((all, { tokenCount }) => all + tokenCount, 0);
  return {
    ...(rest as JsonObject),
    responseTokenCount,
    responseTokensDetails: details,
    totalTokenCount:
      promptTokenCount + responseTokenCount + thoughtsTokenCount + toolUsePromptTokenCount,
  };
}

function reasonOf(last: Response | undefined, { isSpoken }: DeliveryMode): string | undefined {
  if (last?.promptFeedback?.blockReason !== undefined) {
    return last.promptFeedback.blockReason === 'BLOCKLIST'
      ? 'BLOCKLIST'
      : 'PROHIBITED_INPUT_CONTENT';
  }
  const finish = last?.candidates?.[0]?.finishReason ?? '';
  if (isSpoken && finish === 'SAFETY') return 'GENERATED_AUDIO_SAFETY';
  return Object.hasOwn(TURN_REASONS, finish) ? TURN_REASONS[finish] : undefined;
}
