import type { Message } from '../api/schema/infer';
import { StatusError } from '../emulator/status';
import type { Setup } from './setup';

type RealtimeInputMessage = Message<'BidiGenerateContentRealtimeInput'>;
type Part = Message<'Part'>;
type Blob = Message<'Blob'>;

interface RealtimeInputListener {
  begins(): void;
  heard(text: string): void;
  /** Called when the user's turn ends and needs a response. */
  says(parts: Part[]): void;
}

/** Limit of images per turn: the API takes one per second for two minutes. */
const MAX_IMAGES = 120;

/** Turns realtime input (audio, video frames, and text) into user turns. */
export class RealtimeInput {
  readonly #listener: RealtimeInputListener;
  readonly #detector: SpeechDetector;
  readonly #interrupts: boolean;
  /** Whether images from before the start of speech are part of the turn. */
  readonly #includesAllImages: boolean;
  #pictures: Part[] = [];
  #texts: string[] = [];

  constructor({ realtimeInputConfig = {} }: Setup, noticing: RealtimeInputListener) {
    const { automaticActivityDetection = {}, activityHandling, turnCoverage } = realtimeInputConfig;
    this.#listener = noticing;
    this.#interrupts = activityHandling !== 'NO_INTERRUPTION';
    this.#includesAllImages = turnCoverage !== 'TURN_INCLUDES_ONLY_ACTIVITY';
    this.#detector = new SpeechDetector(automaticActivityDetection, {
      begins: () => this.#begin(),
      ends: (heard) => this.#end(heard),
    });
  }

  /** Takes realtime input. Throws 400 for media that is neither audio nor an image. */
  take(input: RealtimeInputMessage): void {
    if (input.activityStart) this.#detector.begin();
    for (const blob of input.mediaChunks ?? []) this.#addMedia(blob);
    if (input.audio) this.#detector.push(input.audio);
    if (input.video) this.#addImage(input.video);
    if (input.text !== undefined) this.#addText(input.text);
    if (input.audioStreamEnd === true) this.#detector.stop();
    if (input.activityEnd) this.#detector.end();
  }

  #addMedia(blob: Blob): void {
    if (/^(?:image|video)\//i.test(blob.mimeType ?? '')) this.#addImage(blob);
    else this.#detector.push(blob);
  }

  #addImage(blob: Blob): void {
    this.#pictures.push({ inlineData: blob });
    if (this.#pictures.length > MAX_IMAGES) this.#pictures.shift();
  }

  #addText(text: string): void {
    this.#texts.push(text);
    if (this.#detector.isSpeaking) return;
    if (this.#interrupts) this.#listener.begins();
    this.#endTurn([]);
  }

  #begin(): void {
    if (!this.#includesAllImages) this.#pictures = [];
    if (this.#interrupts) this.#listener.begins();
  }

  #end({ sound, mimeType, seconds }: Utterance): void {
    const text = `I speak for ${seconds.toFixed(1)} seconds.`;
    this.#listener.heard(text);
    this.#endTurn([{ text }, { inlineData: { mimeType, data: sound.toString('base64') } }]);
  }

  #endTurn(heard: readonly Part[]): void {
    const texts = this.#texts.splice(0).map((text) => ({ text }));
    this.#listener.says([...this.#pictures.splice(0), ...heard, ...texts]);
  }
}

type Detection = Message<'RealtimeInputConfig.AutomaticActivityDetection'>;

interface Utterance {
  readonly sound: Buffer;
  readonly mimeType: string;
  readonly seconds: number;
}

interface SpeechListener {
  begins(): void;
  ends(heard: Utterance): void;
}

/** Accepted audio types. The default rate is the one in the API's documentation. */
const PCM = /^audio\/(?:pcm|l16)\s*(?:;|$)/i;
const RATE = /rate=(\d{4,6})/i;
const DEFAULT_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;

const FRAME_MS = 20;
/** Minimum loudness of speech, as root mean square of 16-bit samples. */
const THRESHOLDS = { high: 500, low: 2000 } as const;
/** Minimum duration of speech, and of silence after speech, to be detected. */
const SPEECH_MS = 40;
const SILENCE_MS = { high: 500, low: 1000 } as const;
/** Maximum length of an utterance; the API ignores the rest. */
const MAX_SECONDS = 15 * 60;

/**
 * Voice activity detection (VAD) by loudness, or manual. Uses the time of the audio stream, so a
 * paused stream changes nothing.
 */
export class SpeechDetector {
  readonly #listener: SpeechListener;
  readonly #isTold: boolean;
  readonly #threshold: number;
  readonly #speechMs: number;
  readonly #silenceMs: number;
  #rest: Buffer = Buffer.alloc(0);
  #kept: Buffer[] = [];
  #loudMs = 0;
  #quietMs = 0;
  #isSpeaking = false;
  #rate = DEFAULT_RATE;
  #mimeType = `audio/pcm;rate=${DEFAULT_RATE}`;

  constructor(detection: Detection, listener: SpeechListener) {
    this.#listener = listener;
    this.#isTold = detection.disabled === true;
    const isDeaf = detection.startOfSpeechSensitivity === 'START_SENSITIVITY_LOW';
    this.#threshold = isDeaf ? THRESHOLDS.low : THRESHOLDS.high;
    this.#speechMs = Math.max(FRAME_MS, detection.prefixPaddingMs ?? SPEECH_MS);
    const isPatient = detection.endOfSpeechSensitivity === 'END_SENSITIVITY_LOW';
    this.#silenceMs = Math.max(
      FRAME_MS,
      detection.silenceDurationMs ?? (isPatient ? SILENCE_MS.low : SILENCE_MS.high),
    );
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** Takes a chunk of audio. Throws 400 for other media types. */
  push({ mimeType = '', data = '' }: Blob): void {
    if (!PCM.test(mimeType)) {
      throw new StatusError(
        400,
        `Unsupported audio format: ${mimeType}. Use audio/pcm;rate=16000.`,
      );
    }
    this.#mimeType = mimeType;
    this.#rate = Number(RATE.exec(mimeType)?.[1] ?? DEFAULT_RATE);
    const bytes = Buffer.concat([this.#rest, Buffer.from(data, 'base64')]);
    const size = BYTES_PER_SAMPLE * Math.max(1, Math.round((this.#rate * FRAME_MS) / 1000));
    let at = 0;
    for (; at + size <= bytes.length; at += size) this.#frame(bytes.subarray(at, at + size));
    this.#rest = Buffer.from(bytes.subarray(at));
  }

  /** Handles the client's `activityStart`. Throws 400 if automatic detection is on. */
  begin(): void {
    this.#requireManual('activity_start');
    if (!this.#isSpeaking) this.#begin();
  }

  /** Handles the client's `activityEnd`. Throws 400 if automatic detection is on. */
  end(): void {
    this.#requireManual('activity_end');
    if (this.#isSpeaking) this.#end();
  }

  stop(): void {
    this.#rest = Buffer.alloc(0);
    this.#loudMs = 0;
    if (this.#isSpeaking && !this.#isTold) this.#end();
    else if (!this.#isSpeaking) this.#kept = [];
  }

  #requireManual(field: string): void {
    if (this.#isTold) return;
    throw new StatusError(
      400,
      `Explicit activity control is not supported when automatic activity detection is enabled: ${field}.`,
    );
  }

  #frame(frame: Buffer): void {
    if (this.#isTold) {
      if (this.#isSpeaking) this.#keep(frame);
      return;
    }
    const isLoud = loudnessOf(frame) >= this.#threshold;
    if (!this.#isSpeaking) {
      this.#loudMs = isLoud ? this.#loudMs + FRAME_MS : 0;
      if (isLoud) this.#keep(frame);
      else this.#kept = [];
      if (this.#loudMs >= this.#speechMs) this.#begin();
      return;
    }
    this.#keep(frame);
    this.#quietMs = isLoud ? 0 : this.#quietMs + FRAME_MS;
    if (this.#quietMs >= this.#silenceMs) this.#end();
  }

  #keep(frame: Buffer): void {
    const most = (MAX_SECONDS * 1000) / FRAME_MS;
    // A copy, because a slice would retain the whole chunk in memory.
    if (this.#kept.length < most) this.#kept.push(Buffer.from(frame));
  }

  #begin(): void {
    this.#isSpeaking = true;
    this.#quietMs = 0;
    this.#listener.begins();
  }

  #end(): void {
    const sound = Buffer.concat(this.#kept);
    const quiet = this.#isTold ? 0 : this.#quietMs / 1000;
    this.#isSpeaking = false;
    this.#kept = [];
    this.#loudMs = 0;
    this.#quietMs = 0;
    const seconds = sound.length / BYTES_PER_SAMPLE / this.#rate - quiet;
    this.#listener.ends({ sound, mimeType: this.#mimeType, seconds: Math.max(0, seconds) });
  }
}

function loudnessOf(frame: Buffer): number {
  let sum = 0;
  const samples = Math.floor(frame.length / BYTES_PER_SAMPLE);
  for (let at = 0; at < samples; at += 1) {
    const value = frame.readInt16LE(at * BYTES_PER_SAMPLE);
    sum += value * value;
  }
  return Math.sqrt(sum / Math.max(1, samples));
}
