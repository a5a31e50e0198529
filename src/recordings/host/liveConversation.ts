import { camelCased } from '../../api/schema/scalars';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import type { RecordedSession } from '../exchange';
import type { ModelExchange } from './modelExchange';

export interface LiveTurn extends ModelExchange {
  readonly isHeard: boolean;
  /** Whether the model responded with audio only, without a transcription. */
  readonly isSound: boolean;
  readonly refusal?: { readonly code: number; readonly reason: string };
}

export function liveTurns({ frames, closed }: RecordedSession): readonly LiveTurn[] {
  const reader = new TurnReader();
  for (const { from, data } of frames) {
    if (!('json' in data) || !isObject(data.json)) continue;
    const message = camelCased(data.json);
    if (from === 'client') reader.asked(message);
    else reader.answered(message);
  }
  return reader.end(closed);
}

/** Returns the session as one conversation. Undefined if it has no text. */
export function sessionExchange(talk: RecordedSession): ModelExchange | undefined {
  const last = liveTurns(talk).at(-1);
  if (!last) return undefined;
  const { request } = last;
  const {
    responseModalities: _sound,
    speechConfig: _voice,
    ...config
  } = objectAt(request, 'generationConfig');
  const isSilent = ({ parts }: JsonObject): boolean =>
    items(parts).every((part) => isObject(part) && isSoundOf(part));
  const contents = items(request.contents)
    .filter(isObject)
    .filter((content) => !isSilent(content));
  if (contents.length === 0) return undefined;
  return { ...last, request: { ...request, contents, generationConfig: config } };
}

const SETUP = ['generationConfig', 'systemInstruction', 'tools', 'safetySettings'];

/** Finish reasons of generateContent. Others mean STOP. */
const FINISHES: { readonly [reason: string]: string } = {
  GENERATED_CONTENT_SAFETY: 'SAFETY',
  GENERATED_AUDIO_SAFETY: 'SAFETY',
  RESPONSE_REJECTED: 'RECITATION',
  GENERATED_OTHER: 'OTHER',
  GENERATED_CONTENT_BLOCKLIST: 'BLOCKLIST',
  GENERATED_CONTENT_PROHIBITED: 'PROHIBITED_CONTENT',
  MALFORMED_FUNCTION_CALL: 'MALFORMED_FUNCTION_CALL',
};

const BLOCKS: { readonly [reason: string]: string } = {
  PROHIBITED_INPUT_CONTENT: 'PROHIBITED_CONTENT',
  BLOCKLIST: 'BLOCKLIST',
};

class TurnReader {
  readonly #turns: LiveTurn[] = [];
  #setup: JsonObject = {};
  #model = '';
  #contents: JsonObject[] = [];
  /** Initial client turns are history without a response. */
  #isHistory = false;
  #isWaiting = false;
  #isTyped = false;
  #isSensed = false;
  #wasHeard = false;
  #heard = '';
  #pieces: JsonObject[] = [];
  #transcribed: JsonObject[] = [];
  #told: JsonObject = {};
  #usage: JsonObject = {};

  asked({ setup, clientContent, realtimeInput, toolResponse, contextUpdate }: JsonObject): void {
    if (isObject(setup)) {
      this.#model = textAt(setup, 'model').replace(/^models\//, '');
      this.#setup = Object.fromEntries(
        Object.entries(setup).filter(([name]) => SETUP.includes(name)),
      );
      this.#isHistory = objectAt(setup, 'historyConfig').initialHistoryInClientContent === true;
    }
    if (isObject(clientContent)) this.#content(clientContent);
    if (isObject(realtimeInput)) this.#input(realtimeInput);
    if (isObject(toolResponse)) {
      const responses = items(toolResponse.functionResponses).filter(isObject);
      this.#say(responses.map((functionResponse) => ({ functionResponse })));
      // Function results belong to the user's previous input.
      [this.#isWaiting, this.#isTyped, this.#isSensed] = [true, !this.#wasHeard, this.#wasHeard];
    }
    if (isObject(contextUpdate)) this.#setup = { ...this.#setup, ...mergeTurn(contextUpdate) };
  }

  answered({ serverContent, toolCall, usageMetadata }: JsonObject): void {
    if (isObject(usageMetadata)) this.#usage = usageMetadata;
    if (isObject(toolCall)) {
      const calls = items(toolCall.functionCalls).filter(isObject);
      this.#pieces.push(...calls.map((functionCall) => ({ functionCall })));
    }
    if (!isObject(serverContent)) return;
    const { modelTurn, outputTranscription, inputTranscription, turnComplete } = serverContent;
    if (isObject(inputTranscription)) {
      this.#heard += textAt(inputTranscription, 'text');
    }
    if (isObject(modelTurn)) this.#pieces.push(...items(modelTurn.parts).filter(isObject));
    const text = isObject(outputTranscription) ? textAt(outputTranscription, 'text') : '';
    if (text !== '') this.#transcribed.push({ text });
    const { groundingMetadata, turnCompleteReason } = serverContent;
    this.#told = {
      ...this.#told,
      ...(groundingMetadata !== undefined && { groundingMetadata }),
      ...(turnCompleteReason !== undefined && { turnCompleteReason }),
    };
    if (turnComplete === true) this.#flush();
  }

  end({ from, code, reason }: RecordedSession['closed']): readonly LiveTurn[] {
    const isRefused = from === 'server' && code !== 1000 && code !== 1001;
    const isOpen = this.#isWaiting && this.#pieces.length === 0 && this.#transcribed.length === 0;
    if (isRefused && isOpen) this.#turns.push({ ...this.#asked(), refusal: { code, reason } });
    else this.#flush();
    return this.#turns;
  }

  #content({ turns, turnComplete }: JsonObject): void {
    this.#flush();
    const contents = items(turns).filter(isObject);
    this.#contents.push(...contents.map((turn): JsonObject => ({ role: 'user', ...turn })));
    if (this.#isHistory) this.#isHistory = turnComplete !== true;
    else if (turnComplete === true) [this.#isWaiting, this.#isTyped] = [true, true];
  }

  #input({ text, audio, video, mediaChunks }: JsonObject): void {
    if (typeof text === 'string') {
      this.#say([{ text }]);
      [this.#isWaiting, this.#isTyped] = [true, true];
    }
    if (isObject(audio) || isObject(video) || items(mediaChunks).length > 0) {
      [this.#isWaiting, this.#isSensed] = [true, true];
    }
  }

  #say(parts: readonly JsonObject[]): void {
    this.#flush();
    this.#contents.push({ role: 'user', parts });
  }

  #asked(): LiveTurn {
    return {
      ...({ form: 'live', model: this.#model, pieces: [] } as const),
      request: { contents: [...this.#contents], ...this.#setup },
      // A microphone may be open while the user types.
      isHeard: this.#heard !== '' || (this.#isSensed && !this.#isTyped),
      isSound: false,
    };
  }

  #flush(): void {
    const { turnCompleteReason, ...told } = this.#told;
    const reason = typeof turnCompleteReason === 'string' ? turnCompleteReason : '';
    const isBlocked = BLOCKS[reason] !== undefined;
    const isWritten = this.#transcribed.length > 0;
    const parts = [
      ...this.#pieces.filter((part) => !isWritten || !isSoundOf(part)),
      ...this.#transcribed,
    ];
    if (parts.length === 0 && reason === '') return;
    if (this.#heard !== '') this.#contents.push({ role: 'user', parts: [{ text: this.#heard }] });
    const finish = FINISHES[reason];
    const said: JsonObject = isBlocked
      ? { promptFeedback: { blockReason: BLOCKS[reason] ?? '' } }
      : {
          candidates: [
            {
              content: { role: 'model', parts: joined(parts) },
              ...told,
              ...(finish !== undefined && { finishReason: finish }),
            },
          ],
        };
    this.#turns.push({
      ...this.#asked(),
      answer: { ...said, usageMetadata: usageOf(this.#usage) },
      pieces: parts,
      isSound: parts.some(isSoundOf),
    });
    if (parts.length > 0) this.#contents.push({ role: 'model', parts: joined(parts) });
    [this.#pieces, this.#transcribed, this.#told, this.#usage] = [[], [], {}, {}];
    this.#wasHeard = this.#turns.at(-1)?.isHeard ?? false;
    [this.#isWaiting, this.#isTyped, this.#isSensed] = [false, false, false];
    this.#heard = '';
  }
}

function mergeTurn({ systemInstruction, tools }: JsonObject): JsonObject {
  return {
    ...(isObject(systemInstruction) && { systemInstruction }),
    ...(isObject(tools) && { tools: items(tools.tools) as JsonObject[] }),
  };
}

function isSoundOf({ inlineData }: JsonObject): boolean {
  return isObject(inlineData) && textAt(inlineData, 'mimeType').startsWith('audio/');
}

function joined(parts: readonly JsonObject[]): JsonObject[] {
  const all: JsonObject[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    const isSame = last?.thought === part.thought;
    if (typeof part.text === 'string' && typeof last?.text === 'string' && isSame) {
      all[all.length - 1] = { ...last, text: `${last.text}${part.text}` };
    } else all.push(part);
  }
  return all;
}

function usageOf({ responseTokenCount, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(responseTokenCount !== undefined && { candidatesTokenCount: responseTokenCount }),
  };
}
