import type { Message } from '../api/schema/infer';
import type { Setup } from './setup';
import { Ear, type Heard } from './voice';

type RealtimeInput = Message<'BidiGenerateContentRealtimeInput'>;
type Part = Message<'Part'>;
type Blob = Message<'Blob'>;

/** Whom the senses tell. */
interface Noticing {
  /** The user begins to speak, and does not want to hear any more. */
  begins(): void;
  /** What was heard, in words. */
  heard(text: string): void;
  /** The user has said something, which is to be answered. */
  says(parts: Part[]): void;
}

/** Pictures of one turn: the service takes one a second, and two minutes of them. */
const MOST_PICTURES = 120;

/** Makes turns of what comes as it happens: sound, pictures and text. */
export class Senses {
  readonly #noticing: Noticing;
  readonly #ear: Ear;
  /** Whether whoever speaks interrupts. */
  readonly #interrupts: boolean;
  /** Whether pictures from before somebody spoke belong to the turn. */
  readonly #seesAll: boolean;
  #pictures: Part[] = [];
  #texts: string[] = [];

  constructor({ realtimeInputConfig = {} }: Setup, noticing: Noticing) {
    const { automaticActivityDetection = {}, activityHandling, turnCoverage } = realtimeInputConfig;
    this.#noticing = noticing;
    this.#interrupts = activityHandling !== 'NO_INTERRUPTION';
    this.#seesAll = turnCoverage !== 'TURN_INCLUDES_ONLY_ACTIVITY';
    this.#ear = new Ear(automaticActivityDetection, {
      begins: () => this.#begin(),
      ends: (heard) => this.#end(heard),
    });
  }

  /** Takes what came. Throws 400 for what is neither sound nor picture. */
  take(input: RealtimeInput): void {
    if (input.activityStart) this.#ear.begin();
    for (const blob of input.mediaChunks ?? []) this.#sense(blob);
    if (input.audio) this.#ear.hear(input.audio);
    if (input.video) this.#see(input.video);
    if (input.text !== undefined) this.#read(input.text);
    if (input.audioStreamEnd === true) this.#ear.stop();
    if (input.activityEnd) this.#ear.end();
  }

  #sense(blob: Blob): void {
    if (/^(?:image|video)\//i.test(blob.mimeType ?? '')) this.#see(blob);
    else this.#ear.hear(blob);
  }

  #see(blob: Blob): void {
    this.#pictures.push({ inlineData: blob });
    if (this.#pictures.length > MOST_PICTURES) this.#pictures.shift();
  }

  /** Who speaks and types says one thing. */
  #read(text: string): void {
    this.#texts.push(text);
    if (this.#ear.isSpeaking) return;
    if (this.#interrupts) this.#noticing.begins();
    this.#say([]);
  }

  #begin(): void {
    if (!this.#seesAll) this.#pictures = [];
    if (this.#interrupts) this.#noticing.begins();
  }

  #end({ sound, mimeType, seconds }: Heard): void {
    const text = `I speak for ${seconds.toFixed(1)} seconds.`;
    this.#noticing.heard(text);
    this.#say([{ text }, { inlineData: { mimeType, data: sound.toString('base64') } }]);
  }

  #say(heard: readonly Part[]): void {
    const texts = this.#texts.splice(0).map((text) => ({ text }));
    this.#noticing.says([...this.#pictures.splice(0), ...heard, ...texts]);
  }
}
