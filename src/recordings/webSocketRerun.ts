import type { Clock } from '../base/clock';
import { isObject, items, type JsonObject, type JsonValue, textAt, tryParse } from '../base/json';
import { type RecordedFrame, type RecordedSession, mapDataTexts } from './exchange';
import type { SocketPeer } from './webSocketReplay';

interface RerunOptions {
  readonly open: (client: SocketPeer) => SocketPeer;
  readonly sent: (text: string) => string;
  readonly clock: Clock;
  readonly isPaced: boolean;
  /** Receives each message: sent ones as recorded, received ones unchanged. */
  readonly onFrame: (frame: RecordedFrame) => void;
  readonly signal: AbortSignal;
}

/** Timeout without messages in ms. */
const SILENCE = 30_000;

const NORMAL_CLOSE_CODES = 1000;

/** Resends the client messages of a session, each after the server has reached the same state as recorded. */
export async function rerunWebSocket(
  recorded: RecordedSession,
  options: RerunOptions,
): Promise<RecordedSession['closed']> {
  return await new WebSocketRerun(recorded, options).run();
}

class WebSocketRerun {
  readonly #recorded: RecordedSession;
  readonly #on: RerunOptions;
  readonly #start: number;
  readonly #came = new Map<string, number>();
  /** Function call IDs in order: recorded and current. */
  readonly #before: readonly string[];
  readonly #now: string[] = [];
  #count = 0;
  #closed: RecordedSession['closed'] | undefined;
  #wake: () => void = () => undefined;

  constructor(recorded: RecordedSession, options: RerunOptions) {
    this.#recorded = recorded;
    this.#on = options;
    this.#start = options.clock.monotonic();
    this.#before = recorded.frames.flatMap(({ from, data }) =>
      from === 'server' && 'json' in data ? callIdsIn(data.json) : [],
    );
  }

  async run(): Promise<RecordedSession['closed']> {
    const { open, sent, signal } = this.#on;
    const { frames, closed } = this.#recorded;
    const other = open({
      send: (text) => this.#heard(text),
      close: (code, reason) => this.#end({ from: 'server', code, reason }),
    });
    const leave = (): void => {
      other.close(NORMAL_CLOSE_CODES, '');
      this.#end({ from: 'client', code: NORMAL_CLOSE_CODES, reason: '' });
    };
    signal.addEventListener('abort', leave);
    try {
      for (const [at, frame] of frames.entries()) {
        if (frame.from === 'server') continue;
        await this.#reached(at);
        if (this.#closed) break;
        const data = this.#withIds(frame.data);
        this.#keep('client', data);
        const said = mapDataTexts({ data }, sent).data;
        other.send('json' in said ? JSON.stringify(said.json) : said.text);
      }
      await this.#reached(frames.length);
      if (closed.from === 'server') await this.#until(() => false);
      if (!this.#closed) {
        const end =
          closed.from === 'client'
            ? closed
            : ({ from: 'client', code: NORMAL_CLOSE_CODES, reason: '' } as const);
        other.close(isSendable(end.code) ? end.code : NORMAL_CLOSE_CODES, end.reason);
        this.#end(end);
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
    return this.#closed ?? closed;
  }

  /** Waits until the server has reached the state before a recorded message. */
  async #reached(at: number): Promise<void> {
    const { frames } = this.#recorded;
    const before = frames.slice(0, at);
    const wanted = new Map<string, number>();
    for (const { from, data } of before) if (from === 'server') countIn(wanted, data);
    await this.#until(() =>
      [...wanted].every(([name, count]) => (this.#came.get(name) ?? 0) >= count),
    );
    const last = before.at(-1);
    const wait = (frames[at]?.ms ?? last?.ms ?? 0) - (last?.ms ?? 0);
    if (last?.from === 'server' && !isMilestone(last.data)) {
      // The current response may have fewer messages, hence the timeout.
      const count = before.filter(({ from }) => from === 'server').length;
      await this.#until(() => this.#count >= count, Math.max(wait, 1000));
    } else if (this.#on.isPaced && last?.from === 'client' && wait > 0) {
      await this.#until(() => false, wait);
    }
  }

  async #until(isSo: () => boolean, silence = SILENCE): Promise<void> {
    while (!isSo() && !this.#closed) {
      const isOver = await new Promise<boolean>((resolve) => {
        const timer = this.#on.clock.schedule(silence, () => resolve(true));
        this.#wake = () => {
          timer.dispose();
          resolve(false);
        };
      });
      if (isOver) return;
    }
  }

  #heard(text: string): void {
    if (this.#closed) return;
    const json = tryParse(text);
    const data: RecordedFrame['data'] = json === undefined ? { text } : { json };
    this.#count += 1;
    if ('json' in data) this.#now.push(...callIdsIn(data.json));
    countIn(this.#came, data);
    this.#keep('server', data);
    this.#wake();
  }

  #end(closed: RecordedSession['closed']): void {
    this.#closed ??= closed;
    this.#wake();
  }

  #keep(from: RecordedFrame['from'], data: RecordedFrame['data']): void {
    const ms = Math.round(this.#on.clock.monotonic() - this.#start);
    this.#on.onFrame({ from, ms, data });
  }

  /** Function results need the call IDs of this session. */
  #withIds(data: RecordedFrame['data']): RecordedFrame['data'] {
    if (!('json' in data) || !isObject(data.json)) return data;
    const change = (id: string): string => this.#now[this.#before.indexOf(id)] ?? id;
    const changed = Object.entries(data.json).map(([name, value]) => [
      name,
      /^tool_?response$/i.test(name) && isObject(value) ? mapIds(value, change) : value,
    ]);
    return { json: Object.fromEntries(changed) as JsonObject };
  }
}

function mapIds(response: JsonObject, change: (id: string) => string): JsonObject {
  const changed = (one: JsonValue): JsonValue =>
    isObject(one) && typeof one.id === 'string' ? { ...one, id: change(one.id) } : one;
  return Object.fromEntries(
    Object.entries(response).map(([name, all]) => [
      name,
      Array.isArray(all) ? (all as readonly JsonValue[]).map(changed) : all,
    ]),
  );
}

function callIdsIn(json: JsonValue): readonly string[] {
  const calls = isObject(json) && isObject(json.toolCall) ? json.toolCall.functionCalls : [];
  return items(calls)
    .filter(isObject)
    .map((call) => textAt(call, 'id'));
}

function milestonesIn({ data }: Pick<RecordedFrame, 'data'>): readonly string[] {
  if (!('json' in data) || !isObject(data.json)) return [];
  const { setupComplete, toolCall, serverContent } = data.json;
  return [
    ...(setupComplete === undefined ? [] : ['setup']),
    ...(toolCall === undefined ? [] : ['call']),
    ...(isObject(serverContent) && serverContent.turnComplete === true ? ['turn'] : []),
  ];
}

const isMilestone = (data: RecordedFrame['data']): boolean => milestonesIn({ data }).length > 0;

function countIn(counts: Map<string, number>, data: RecordedFrame['data']): void {
  for (const name of milestonesIn({ data })) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** These codes are reserved and must not be sent (RFC 6455, section 7.4.1). */
const isSendable = (code: number): boolean => ![1005, 1006, 1015].includes(code);
