import type { Message } from '../api/schema/infer';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import type { Disposable } from '../base/disposable';
import { seedOf } from '../emulator/digest';
import { hum } from '../emulator/engine';
import { badRequest, StatusError } from '../emulator/status';
import { triggerArgument, triggersIn } from '../emulator/triggers';
import type { SocketOpening } from '../emulator/upgrade';
import type { Channel } from './channel';
import type { Session } from './contentSession';
import { liveModel, NOT_FIRST } from './setup';

type ClientMessage = Message<'BidiGenerateMusicClientMessage'>;
type Prompt = Message<'WeightedPrompt'>;

const METHOD = 'bidiGenerateMusic';

const MUSIC = 'audio/l16;rate=48000;channels=2';
const CHUNK_SECONDS = 1;
const SAMPLE_BYTES = 2;
/** The voice has half the sample rate and one channel, so each sample is written four times. */
const COPIES = 4;

/** A Live music session with synthetic music that depends on the prompts and settings. */
export class MusicSession implements Session {
  readonly #opening: SocketOpening;
  readonly #channel: Channel;
  #isSetUp = false;
  #prompts: readonly Prompt[] = [];
  #config: JsonObject = {};
  #position = 0;
  #next: Disposable | undefined;

  constructor(opening: SocketOpening, channel: Channel) {
    this.#opening = opening;
    this.#channel = channel;
  }

  receive(json: JsonValue): void {
    const { version, service } = this.#opening;
    const { value, violations } = parseRequest('BidiGenerateMusicClientMessage', version, json);
    if (violations.length > 0) throw badRequest(violations);
    const { setup } = value;
    if ((setup === undefined) !== this.#isSetUp) throw new StatusError(400, NOT_FIRST);
    if (setup) {
      liveModel(setup.model ?? '', METHOD, { version, world: service.world });
      this.#isSetUp = true;
      void this.#channel.send({ setupComplete: {} });
      return;
    }
    this.#change(value);
  }

  end(): void {
    this.#next?.dispose();
    this.#next = undefined;
  }

  #change({ clientContent, musicGenerationConfig, playbackControl }: ClientMessage): void {
    if (clientContent) this.#take(clientContent.weightedPrompts ?? []);
    if (musicGenerationConfig) this.#config = musicGenerationConfig;
    if (playbackControl === 'PLAY' && !this.#next) this.#play();
    if (playbackControl === 'PAUSE' || playbackControl === 'STOP') this.end();
    if (playbackControl === 'STOP' || playbackControl === 'RESET_CONTEXT') this.#position = 0;
  }

  /**
   * Applies prompts. Prompts with a blocking trigger word are filtered, and the client is notified.
   */
  #take(prompts: readonly Prompt[]): void {
    if (prompts.some(({ weight = 0 }) => weight === 0)) {
      throw new StatusError(400, 'The weight of a prompt must not be 0.');
    }
    const reasonOf = ({ text = '' }: Prompt): string | undefined =>
      triggerArgument(triggersIn(text), 'block-prompt');
    this.#prompts = prompts.filter((prompt) => reasonOf(prompt) === undefined);
    for (const prompt of prompts) {
      const reason = reasonOf(prompt);
      if (reason === undefined) continue;
      const filteredPrompt = { text: prompt.text ?? '', filteredReason: reason || 'SAFETY' };
      void this.#channel.send({ filteredPrompt });
    }
  }

  #play(): void {
    const prompts = this.#prompts as unknown as readonly JsonObject[];
    const seed = seedOf([prompts, this.#config, this.#position]);
    this.#position += 1;
    const chunk = {
      data: inStereo(hum(seed, CHUNK_SECONDS)).toString('base64'),
      mimeType: MUSIC,
      sourceMetadata: {
        clientContent: { weightedPrompts: prompts },
        musicGenerationConfig: this.#config,
      },
    };
    this.#next = this.#opening.service.clock.schedule(CHUNK_SECONDS * 1000, () => this.#play());
    void this.#channel.send({ serverContent: { audioChunks: [chunk] } });
  }
}

function inStereo(voice: Buffer): Buffer {
  const music = Buffer.alloc(voice.length * COPIES);
  for (let at = 0; at < voice.length; at += SAMPLE_BYTES) {
    const sample = voice.readInt16LE(at);
    for (let copy = 0; copy < COPIES; copy += 1) {
      music.writeInt16LE(sample, at * COPIES + copy * SAMPLE_BYTES);
    }
  }
  return music;
}
