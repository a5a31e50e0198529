import type { Agent, IncomingHttpHeaders } from 'node:http';
import { sleep } from '../base/clock';
import { isObject, tryParse } from '../base/json';
import type { Canonical } from './canonical';
import { findDifferences } from './difference';
import {
  mapDataTexts,
  type RecordedFrame,
  type RecordedRequest,
  type RecordedSession,
} from './exchange';
import type { Recorder } from './recorder';
import type { Recording } from './store';

/** Close code for missing recordings (policy violation). */
const UNMATCHED = 1008;

/** A server message, and its delay in ms. */
interface DueMessage {
  readonly frame: RecordedFrame;
  readonly wait: number;
}

class Candidate {
  readonly recording: Recording;
  readonly #recorder: Recorder;
  readonly #frames: readonly RecordedFrame[];
  readonly #forms = new Map<number, Canonical>();
  readonly #taken = new Set<number>();
  #next = 0;

  constructor(recorder: Recorder, recording: Recording) {
    this.#recorder = recorder;
    this.recording = recording;
    this.#frames = recording.exchange.talk?.frames ?? [];
  }

  /** Returns how the server closed the session, once all messages are sent. */
  get ended(): RecordedSession['closed'] | undefined {
    const closed = this.recording.exchange.talk?.closed;
    return closed?.from === 'server' && this.#next >= this.#frames.length ? closed : undefined;
  }

  /** Returns the next client message. Undefined if none follows. */
  get expected(): Canonical | undefined {
    const at = this.#frames.findIndex((frame, index) => this.#isOpen(frame, index));
    return at < 0 ? undefined : this.#formOf(at);
  }

  take(said: Canonical): boolean {
    // The order of realtime audio and video relative to other messages is random.
    let [isAnswered, isSkipped, isBeside] = [false, false, true];
    for (const [index, frame] of this.#frames.entries()) {
      if (frame.from === 'server') isAnswered ||= isSkipped;
      if (!this.#isOpen(frame, index)) continue;
      const mayCome = !isAnswered || isBeside || isRealtime(frame);
      const form = this.#formOf(index);
      if (mayCome && (form.exact === said.exact || form.loose === said.loose)) {
        this.#taken.add(index);
        return true;
      }
      isSkipped = true;
      isBeside &&= isRealtime(frame);
    }
    return false;
  }

  released(): readonly DueMessage[] {
    const due: DueMessage[] = [];
    for (; this.#next < this.#frames.length; this.#next += 1) {
      const frame = this.#frames[this.#next];
      if (!frame || this.#isOpen(frame, this.#next)) break;
      if (frame.from === 'client') continue;
      due.push({ frame, wait: frame.ms - (this.#frames[this.#next - 1]?.ms ?? frame.ms) });
    }
    return due;
  }

  #isOpen({ from }: RecordedFrame, index: number): boolean {
    return from === 'client' && !this.#taken.has(index);
  }

  #formOf(index: number): Canonical {
    const known = this.#forms.get(index);
    if (known) return known;
    const { operation, request } = this.recording.exchange;
    const data = this.#frames[index]?.data ?? { text: '' };
    const body =
      'json' in data
        ? ({ kind: 'json', json: data.json } as const)
        : ({ kind: 'text', text: data.text } as const);
    const form = this.#recorder.canonicalOf(operation, { ...request, body });
    this.#forms.set(index, form);
    return form;
  }
}

function isRealtime({ data }: RecordedFrame): boolean {
  if (!('json' in data) || !isObject(data.json)) return false;
  return data.json.realtimeInput !== undefined || data.json.realtime_input !== undefined;
}

/** Whether the message is `setupComplete`, which is equal for all sessions of the same setup. */
function isSetUp(data: RecordedFrame['data'] | undefined): boolean {
  return (
    data !== undefined && 'json' in data && isObject(data.json) && 'setupComplete' in data.json
  );
}

/**
 * Replays a session: each client message must match, then the recorded server messages follow. If sessions
 * start equally, uses the first that still matches. If none matches before any response, the upstream may
 * take over.
 */
export class WebSocketReplay implements SocketPeer {
  readonly #recorder: Recorder;
  readonly #asked: WebSocketRequest;
  readonly #gone = new AbortController();
  readonly #relay: ((client: SocketPeer) => SocketPeer) | undefined;
  /** Client messages to forward if the upstream takes over. Undefined after any response other than `setupComplete`. */
  #begun: string[] | undefined = [];
  #isSetUp = false;
  #upstream: SocketPeer | undefined;
  #candidates: readonly Candidate[];
  #chosen: Candidate | undefined;
  #said: Promise<void> = Promise.resolve();

  /** @param relay opens the upstream session; undefined if there is no upstream */
  constructor(
    recorder: Recorder,
    asked: WebSocketRequest,
    recordings: readonly Recording[],
    relay?: (client: SocketPeer) => SocketPeer,
  ) {
    this.#recorder = recorder;
    this.#asked = asked;
    this.#relay = relay;
    this.#candidates = recordings.map((recording) => new Candidate(recorder, recording));
  }

  send(text: string): void {
    if (this.#gone.signal.aborted) return;
    this.#begun?.push(text);
    if (this.#upstream) {
      if (!this.#begun) this.#upstream.send(text);
      return;
    }
    const { canonical } = readClientMessage(this.#recorder, this.#asked, text);
    const { matcher } = this.#recorder;
    const fitting = this.#candidates.filter(
      (one) => (one === this.#chosen || matcher.isUnused(one.recording)) && one.take(canonical),
    );
    const [first] = fitting;
    if (!first) {
      if (this.#relay && this.#begun) this.#continueAtUpstream(this.#relay);
      else this.#reportMiss(canonical);
      return;
    }
    this.#candidates = fitting;
    this.#choose(first);
    for (const one of fitting) {
      const due = one.released();
      if (one === first) this.#answer(due, one.ended);
    }
  }

  close(code: number, reason: string): void {
    this.#gone.abort();
    this.#upstream?.close(code, reason);
  }

  /** Restarts the session at the upstream, which takes over. */
  #continueAtUpstream(relay: (client: SocketPeer) => SocketPeer): void {
    const { client } = this.#asked;
    if (this.#chosen) {
      this.#recorder.counts.hits -= 1;
      this.#recorder.matcher.release(this.#chosen.recording);
    }
    this.#upstream = relay({
      send: (text) => {
        // The client already received `setupComplete`, and continued in that order.
        if (this.#begun && isSetUp({ json: tryParse(text) ?? '' })) this.#sendRest();
        else this.#enqueue(() => client.send(text));
      },
      close: (code, reason) => this.#enqueue(() => client.close(code, reason)),
    });
    const [setup = ''] = this.#begun?.splice(0, 1) ?? [];
    this.#upstream.send(setup);
    if (!this.#isSetUp) this.#sendRest();
  }

  #sendRest(): void {
    const rest = this.#begun ?? [];
    this.#begun = undefined;
    for (const text of rest) this.#upstream?.send(text);
  }

  #choose(one: Candidate): void {
    if (one === this.#chosen) return;
    const { matcher } = this.#recorder;
    if (this.#chosen) matcher.release(this.#chosen.recording);
    matcher.use(one.recording);
    if (!this.#chosen) {
      this.#recorder.counts.hits += 1;
      this.#asked.answeredBy('recording');
    }
    this.#chosen = one;
  }

  #answer(due: readonly DueMessage[], ended: RecordedSession['closed'] | undefined): void {
    const { client, base } = this.#asked;
    const { speed, clock, places } = this.#recorder;
    const { signal } = this.#gone;
    this.#isSetUp ||= due.some(({ frame }) => isSetUp(frame.data));
    if (ended || !due.every(({ frame }) => isSetUp(frame.data))) this.#begun = undefined;
    this.#enqueue(async () => {
      for (const { frame, wait } of due) {
        if (speed > 0 && wait > 0) await sleep(clock, wait / speed, signal);
        signal.throwIfAborted();
        const { data } = mapDataTexts(frame, (text) => places.placed(text, base));
        client.send('json' in data ? JSON.stringify(data.json) : data.text);
      }
      if (ended) client.close(ended.code, ended.reason);
    });
  }

  #reportMiss(said: Canonical): void {
    const [near] = this.#candidates;
    const { counts, matcher } = this.#recorder;
    const plain = matcher.describeMiss(said);
    const { body: _body, ...nothing } = said.value as { readonly body?: string };
    const expected = near?.expected?.value ?? nothing;
    const miss = near
      ? {
          ...plain,
          nearest: near.recording.file,
          differences: findDifferences(expected, said.value),
        }
      : plain;
    if (this.#chosen) counts.hits -= 1;
    this.#recorder.miss(said, miss, near && expected);
    const { nearest, differences } = miss;
    this.#asked.answeredBy('miss', nearest);
    const [{ field } = { field: 'already used' }] = differences;
    const reason = nearest === undefined ? 'Not recorded.' : `Not recorded: ${nearest}, ${field}`;
    this.#enqueue(() => {
      this.#asked.client.close(UNMATCHED, reason);
      this.#gone.abort();
    });
  }

  #enqueue(act: () => void | Promise<void>): void {
    // If sending fails, the client has disconnected.
    this.#said = this.#said.then(act).catch(() => undefined);
  }
}

export interface SocketPeer {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** The client end of an outgoing WebSocket. */
interface SocketListener extends SocketPeer {
  failed(why: string): void;
}

export interface WebSocketRequest {
  readonly operation: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Base URL for the client, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  readonly client: SocketPeer;
  /** Opens an outgoing WebSocket. Messages are queued until it is open. */
  readonly connect: (
    address: string,
    how: { readonly headers: IncomingHttpHeaders; readonly agent: Agent | undefined },
    heard: SocketListener,
  ) => SocketPeer;
  /** Receives the response source when it's determined, and the closest recording if unmatched. */
  readonly answeredBy: (by: 'recording' | 'upstream' | 'miss', nearest?: string) => void;
}

export function readClientMessage(
  recorder: Recorder,
  { operation, target, base }: WebSocketRequest,
  text: string,
): { readonly request: RecordedRequest; readonly canonical: Canonical } {
  const body = Buffer.from(text);
  const request = recorder.requestOf({ operation, target, base, method: 'GET', headers: {}, body });
  return { request, canonical: recorder.canonicalOf(operation, request) };
}
