import { tryParse } from '../base/json';
import type { RecordedFrame } from './exchange';
import { withWrittenTexts } from './fileParts';
import type { Recorder } from './recorder';
import { credentialsOf } from './secrets';
import type { UpstreamCharge } from './relayResponse';
import {
  type SocketPeer,
  WebSocketReplay,
  type WebSocketRequest,
  readClientMessage,
} from './webSocketReplay';
import { relayedHeaders } from './upstream';

/** Maximum length of a recorded session in characters. Longer sessions are only relayed. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

/** Close code if the upstream is unreachable (internal error). */
const BROKEN = 1011;

export class WebSocketRecorder {
  readonly #recorder: Recorder;
  readonly #relays = new Set<WebSocketRelay>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  open(asked: WebSocketRequest): SocketPeer {
    let talk: SocketPeer | undefined;
    return {
      send: (text) => {
        talk ??= this.#begin(asked, text);
        talk.send(text);
      },
      close: (code, reason) => talk?.close(code, reason),
    };
  }

  close(): void {
    for (const relay of this.#relays) relay.finish('client', 1001, '');
  }

  #begin(asked: WebSocketRequest, text: string): SocketPeer {
    const { acting } = this.#recorder.settings;
    if (acting !== 'record') {
      const found = this.#recorder.findUnused(
        readClientMessage(this.#recorder, asked, text).canonical,
      );
      const isReplay = acting === 'replay';
      if (found.length > 0 || isReplay) {
        const relay = (client: SocketPeer): SocketPeer => this.#relay({ ...asked, client }, text);
        return new WebSocketReplay(this.#recorder, asked, found, isReplay ? undefined : relay);
      }
    }
    return this.#relay(asked, text);
  }

  /** @param setup first message of the client */
  #relay(asked: WebSocketRequest, setup: string): SocketPeer {
    const { operation, headers } = asked;
    const { request } = readClientMessage(this.#recorder, asked, setup);
    const charge = this.#recorder.beginRelay(operation, { request, headers });
    const onEnd = (): void => void this.#relays.delete(relay);
    const relay = new WebSocketRelay(this.#recorder, asked, charge, onEnd);
    this.#relays.add(relay);
    return relay;
  }
}

class WebSocketRelay implements SocketPeer {
  readonly #recorder: Recorder;
  readonly #asked: WebSocketRequest;
  readonly #onEnd: () => void;
  readonly #order: number;
  readonly #start: number;
  readonly #up: SocketPeer;
  readonly #frames: RecordedFrame[] = [];
  #first: string | undefined;
  #characters = 0;
  #isOver = false;

  constructor(
    recorder: Recorder,
    asked: WebSocketRequest,
    charge: UpstreamCharge | undefined,
    onEnd: () => void,
  ) {
    const { upstream = '' } = recorder.settings;
    const { target, headers, base, client } = asked;
    [this.#recorder, this.#asked] = [recorder, asked];
    this.#onEnd = () => {
      charge?.settle(true);
      onEnd();
    };
    this.#order = recorder.nextOrder();
    this.#start = recorder.clock.monotonic();
    recorder.remember(credentialsOf(headers, new URL(target, 'http://service').searchParams));
    asked.answeredBy('upstream');
    const how = { headers: relayedHeaders(headers), agent: recorder.agentFor(upstream) };
    this.#up = asked.connect(upstream.replace(/^http/, 'ws') + target, how, {
      send: (text) => {
        const json = tryParse(text);
        charge?.add(json);
        this.#keep('server', json === undefined ? { text } : { json }, text.length);
        client.send(text.replaceAll(upstream, base));
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

  send(text: string): void {
    this.#first ??= text;
    const { body } = readClientMessage(this.#recorder, this.#asked, text).request;
    const said = body.kind === 'text' ? body : { text };
    this.#keep('client', body.kind === 'json' ? { json: body.json } : said, text.length);
    this.#up.send(text.replaceAll(this.#asked.base, this.#recorder.settings.upstream ?? ''));
  }

  close(code: number, reason: string): void {
    this.finish('client', code, reason);
    this.#up.close(code, reason);
  }

  finish(from: RecordedFrame['from'], code: number, reason: string): void {
    if (this.#isOver) return;
    if (this.#characters > MAX_CHARACTERS) {
      this.#drop('The session is too long.');
      return;
    }
    this.#end();
    const { operation } = this.#asked;
    const { request } = readClientMessage(this.#recorder, this.#asked, this.#first ?? '');
    const answer = { status: 101, headers: {}, body: { kind: 'none' } } as const;
    const { places, settings } = this.#recorder;
    const frames = withWrittenTexts(this.#frames, places, settings.upstream ?? '');
    const talk = { frames, closed: { from, code, reason } };
    this.#recorder.keep({ operation, request, answer, talk }, this.#order);
  }

  #drop(why: string): void {
    if (this.#isOver) return;
    this.#end();
    this.#recorder.countUnrecorded(`${this.#asked.operation} wasn’t recorded: ${why}`);
  }

  #end(): void {
    this.#isOver = true;
    this.#onEnd();
  }

  #keep(from: RecordedFrame['from'], data: RecordedFrame['data'], characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_CHARACTERS) this.#frames.length = 0;
    if (this.#isOver || this.#characters > MAX_CHARACTERS) return;
    const ms = Math.round(this.#recorder.clock.monotonic() - this.#start);
    this.#frames.push({ from, ms, data });
  }
}
