import type { Message } from '../api/schema/infer';
import type { Setup } from './setup';
import { SpeechDetector, type Utterance } from './speechDetector';

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
