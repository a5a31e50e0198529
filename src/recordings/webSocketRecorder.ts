import { tryParse } from '../base/json';
import type { RecordedFrame } from './exchange';
import { withWrittenTexts } from './frames';
import type { Recorder } from './recorder';
import { credentialsOf } from './secrets';
import { saidIn, type TalkAsked, type TalkEnd } from './webSocketRequest';
import { TalkReplay } from './webSocketReplay';
import { relayedHeaders } from './upstream';

/** Maximum length of a recorded session in characters. Longer sessions are only relayed. */
const MOST_CHARACTERS = 256 * 1024 * 1024;

/** Close code if the upstream is unreachable (internal error). */
const BROKEN = 1011;

export class TalkRecorder {
  readonly #recorder: Recorder;
  readonly #relays = new Set<TalkRelay>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  open(asked: TalkAsked): TalkEnd {
    let talk: TalkEnd | undefined;
    return {
      say: (text) => {
        talk ??= this.#begin(asked, text);
        talk.say(text);
      },
      close: (code, reason) => talk?.close(code, reason),
    };
  }

  close(): void {
    for (const relay of this.#relays) relay.finish('client', 1001, '');
  }

  #begin(asked: TalkAsked, text: string): TalkEnd {
    const { acting } = this.#recorder.settings;
    if (acting !== 'record') {
      const found = this.#recorder.alike(saidIn(this.#recorder, asked, text).canonical);
      const isReplay = acting === 'replay';
      if (found.length > 0 || isReplay) {
        const relay = (client: TalkEnd): TalkEnd => this.#relay({ ...asked, client });
        return new TalkReplay(this.#recorder, asked, found, isReplay ? undefined : relay);
      }
    }
    return this.#relay(asked);
  }

  #relay(asked: TalkAsked): TalkEnd {
    this.#recorder.beginRelay(asked.operation);
    const relay = new TalkRelay(this.#recorder, asked, () => this.#relays.delete(relay));
    this.#relays.add(relay);
    return relay;
  }
}

class TalkRelay implements TalkEnd {
  readonly #recorder: Recorder;
  readonly #asked: TalkAsked;
  readonly #onEnd: () => void;
  readonly #order: number;
  readonly #start: number;
  readonly #up: TalkEnd;
  readonly #frames: RecordedFrame[] = [];
  #first: string | undefined;
  #characters = 0;
  #isOver = false;

  constructor(recorder: Recorder, asked: TalkAsked, onEnd: () => void) {
    const { upstream = '' } = recorder.settings;
    const { target, headers, base, client } = asked;
    [this.#recorder, this.#asked, this.#onEnd] = [recorder, asked, onEnd];
    this.#order = recorder.nextOrder();
    this.#start = recorder.clock.monotonic();
    recorder.remember(credentialsOf(headers, new URL(target, 'http://service').searchParams));
    asked.answeredBy('upstream');
    const how = { headers: relayedHeaders(headers), agent: recorder.agentFor(upstream) };
    this.#up = asked.connect(upstream.replace(/^http/, 'ws') + target, how, {
      say: (text) => {
        const json = tryParse(text);
        this.#keep('server', json === undefined ? { text } : { json }, text.length);
        client.say(text.replaceAll(upstream, base));
      },
      close: (code, reason) => {
        this.finish('server', code, reason);
        client.close(code, reason);
      },
      failed: (why) => {
        this.#drop(why);
        client.close(BROKEN, why);
      },
    });
  }

  say(text: string): void {
    this.#first ??= text;
    const { body } = saidIn(this.#recorder, this.#asked, text).request;
    const said = body.kind === 'text' ? body : { text };
    this.#keep('client', body.kind === 'json' ? { json: body.json } : said, text.length);
    this.#up.say(text.replaceAll(this.#asked.base, this.#recorder.settings.upstream ?? ''));
  }

  close(code: number, reason: string): void {
    this.finish('client', code, reason);
    this.#up.close(code, reason);
  }

  finish(from: RecordedFrame['from'], code: number, reason: string): void {
    if (this.#isOver) return;
    if (this.#characters > MOST_CHARACTERS) {
      this.#drop('The session is too long.');
      return;
    }
    this.#end();
    const { operation } = this.#asked;
    const { request } = saidIn(this.#recorder, this.#asked, this.#first ?? '');
    const answer = { status: 101, headers: {}, body: { kind: 'none' } } as const;
    const { places, settings } = this.#recorder;
    const frames = withWrittenTexts(this.#frames, places, settings.upstream ?? '');
    const talk = { frames, closed: { from, code, reason } };
    this.#recorder.keep({ operation, request, answer, talk }, this.#order);
  }

  #drop(why: string): void {
    if (this.#isOver) return;
    this.#end();
    this.#recorder.lose(`${this.#asked.operation} wasn’t recorded: ${why}`);
  }

  #end(): void {
    this.#isOver = true;
    this.#onEnd();
  }

  #keep(from: RecordedFrame['from'], data: RecordedFrame['data'], characters: number): void {
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS) this.#frames.length = 0;
    if (this.#isOver || this.#characters > MOST_CHARACTERS) return;
    const ms = Math.round(this.#recorder.clock.monotonic() - this.#start);
    this.#frames.push({ from, ms, data });
  }
}
