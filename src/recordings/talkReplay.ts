import { sleep } from '../base/clock';
import { isObject, tryParse } from '../base/json';
import type { Canonical } from './canonical';
import { differencesOf } from './difference';
import { type RecordedFrame, type RecordedTalk, withSaid } from './exchange';
import type { Recorder } from './recorder';
import type { Recording } from './store';
import { saidIn, type TalkAsked, type TalkEnd } from './talkAsked';

/** What there is not, in the words of a WebSocket's end. */
const NOT_THERE = 1008;

/** A frame of the server, and how long it came after the one before it. */
interface Due {
  readonly frame: RecordedFrame;
  readonly wait: number;
}

/** A recorded session that the one which is spoken may be. */
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

  /** How it was ended, where the server has ended it and all was said before that. */
  get ended(): RecordedTalk['closed'] | undefined {
    const closed = this.recording.exchange.talk?.closed;
    return closed?.from === 'server' && this.#next >= this.#frames.length ? closed : undefined;
  }

  /** What the client says next here; undefined where it says nothing more. */
  get expected(): Canonical | undefined {
    const at = this.#frames.findIndex((frame, index) => this.#isOpen(frame, index));
    return at < 0 ? undefined : this.#formOf(at);
  }

  /** Takes a message that the client says here too; whether it does. */
  take(said: Canonical): boolean {
    // Sound and pictures run beside everything else: how they and other messages follow each other is chance.
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

  /** What the server says before it waits for the client. */
  released(): readonly Due[] {
    const due: Due[] = [];
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

/** Whether a frame says that the session is set up: the same for all sessions that begin alike. */
function isSetUp(data: RecordedFrame['data'] | undefined): boolean {
  return (
    data !== undefined && 'json' in data && isObject(data.json) && 'setupComplete' in data.json
  );
}

/**
 * Answers a client with what was recorded: each of its messages must be in the recording, and after it comes what the
 * server said then. Of several sessions that begin in the same way, the first one that goes on as the client does is it.
 * Where none does and nothing was answered yet, it is a new one for the upstream, if that may be asked.
 */
export class TalkReplay implements TalkEnd {
  readonly #recorder: Recorder;
  readonly #asked: TalkAsked;
  readonly #gone = new AbortController();
  readonly #relay: ((client: TalkEnd) => TalkEnd) | undefined;
  /** What the client has said that may have to be said to the upstream: as long as no more was answered than a set-up. */
  #begun: string[] | undefined = [];
  #isSetUp = false;
  #upstream: TalkEnd | undefined;
  #candidates: readonly Candidate[];
  #chosen: Candidate | undefined;
  #said: Promise<void> = Promise.resolve();

  /** @param relay opens the session at the upstream; undefined where that is not asked. */
  constructor(
    recorder: Recorder,
    asked: TalkAsked,
    recordings: readonly Recording[],
    relay?: (client: TalkEnd) => TalkEnd,
  ) {
    this.#recorder = recorder;
    this.#asked = asked;
    this.#relay = relay;
    this.#candidates = recordings.map((recording) => new Candidate(recorder, recording));
  }

  say(text: string): void {
    if (this.#gone.signal.aborted) return;
    this.#begun?.push(text);
    if (this.#upstream) {
      if (!this.#begun) this.#upstream.say(text);
      return;
    }
    const { canonical } = saidIn(this.#recorder, this.#asked, text);
    const { matcher } = this.#recorder;
    const fitting = this.#candidates.filter(
      (one) => (one === this.#chosen || matcher.isUnused(one.recording)) && one.take(canonical),
    );
    const [first] = fitting;
    if (!first) {
      if (this.#relay && this.#begun) this.#goOnAt(this.#relay);
      else this.#miss(canonical);
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

  /** Begins again at the upstream, which goes on with the client. */
  #goOnAt(relay: (client: TalkEnd) => TalkEnd): void {
    const { client } = this.#asked;
    if (this.#chosen) {
      this.#recorder.counts.hits -= 1;
      this.#recorder.matcher.giveBack(this.#chosen.recording);
    }
    this.#upstream = relay({
      say: (text) => {
        // The client has heard it, and has gone on after it: that order is recorded.
        if (this.#begun && isSetUp({ json: tryParse(text) ?? '' })) this.#sayRest();
        else this.#then(() => client.say(text));
      },
      close: (code, reason) => this.#then(() => client.close(code, reason)),
    });
    const [setup = ''] = this.#begun?.splice(0, 1) ?? [];
    this.#upstream.say(setup);
    if (!this.#isSetUp) this.#sayRest();
  }

  #sayRest(): void {
    const rest = this.#begun ?? [];
    this.#begun = undefined;
    for (const text of rest) this.#upstream?.say(text);
  }

  #choose(one: Candidate): void {
    if (one === this.#chosen) return;
    const { matcher } = this.#recorder;
    if (this.#chosen) matcher.giveBack(this.#chosen.recording);
    matcher.use(one.recording);
    if (!this.#chosen) {
      this.#recorder.counts.hits += 1;
      this.#asked.answeredBy('recording');
    }
    this.#chosen = one;
  }

  #answer(due: readonly Due[], ended: RecordedTalk['closed'] | undefined): void {
    const { client, base } = this.#asked;
    const { speed, clock, places } = this.#recorder;
    const { signal } = this.#gone;
    this.#isSetUp ||= due.some(({ frame }) => isSetUp(frame.data));
    if (ended || !due.every(({ frame }) => isSetUp(frame.data))) this.#begun = undefined;
    this.#then(async () => {
      for (const { frame, wait } of due) {
        if (speed > 0 && wait > 0) await sleep(clock, wait / speed, signal);
        signal.throwIfAborted();
        const { data } = withSaid(frame, (text) => places.placed(text, base));
        client.say('json' in data ? JSON.stringify(data.json) : data.text);
      }
      if (ended) client.close(ended.code, ended.reason);
    });
  }

  #miss(said: Canonical): void {
    const [near] = this.#candidates;
    const { counts, matcher } = this.#recorder;
    const plain = matcher.missOf(said);
    const { body: _body, ...nothing } = said.value as { readonly body?: string };
    const expected = near?.expected?.value ?? nothing;
    const miss = near
      ? {
          ...{ ...plain, nearest: near.recording.file },
          differences: differencesOf(expected, said.value),
        }
      : plain;
    if (this.#chosen) counts.hits -= 1;
    this.#recorder.miss(said, miss, near && expected);
    const { nearest, differences } = miss;
    this.#asked.answeredBy('miss', nearest);
    const [{ field } = { field: 'it was used before' }] = differences;
    const reason = nearest === undefined ? 'Not recorded.' : `Not recorded: ${nearest}, ${field}`;
    this.#then(() => {
      this.#asked.client.close(NOT_THERE, reason);
      this.#gone.abort();
    });
  }

  /** Once everything is said that was to be said before. */
  #then(act: () => void | Promise<void>): void {
    // Nobody is there to hear it where it fails.
    this.#said = this.#said.then(act).catch(() => undefined);
  }
}
