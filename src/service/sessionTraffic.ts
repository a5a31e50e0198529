import type { Http } from '../api/transport';
import { type Clock, sleep } from '../base/clock';
import { nextDelay, waitPolicies } from '../base/waitPolicies';
import type { EmulatorAddress } from './emulator';
import { controlRequest } from './emulatorControl';
import { readSessionExchange, type SessionExchange } from './sessionExchange';
import { sessionAddress } from './folderSession';

export interface SessionEntry extends SessionExchange {
  /** Increasing, shared with this window's own requests. */
  readonly id: number;
}

export interface ShownSession {
  readonly uri: string;
  readonly label: string;
  readonly session: string;
  readonly isFollowed: boolean;
  /** Recordings path relative to the folder; undefined for the default. */
  readonly recordings: string | undefined;
  /** Oldest first. */
  readonly entries: readonly SessionEntry[];
  clear(): void;
}

/** Finds an app’s request by id. Undefined if no longer retained. */
export function findProgram(
  { sessions }: { readonly sessions: readonly ShownSession[] },
  id: number,
): SessionEntry | undefined {
  return sessions.flatMap(({ entries }) => entries).find((entry) => entry.id === id);
}

const MAX_ENTRIES = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/** The last requests of a session, in memory only. */
export class SessionLog {
  readonly #nextId: () => number;
  #entries: SessionEntry[] = [];
  #bytes = 0;

  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  get entries(): readonly SessionEntry[] {
    return this.#entries;
  }

  add(exchange: SessionExchange): void {
    const at = this.#entries.findLastIndex(
      (one) => one.progress !== 'ended' && isSame(one, exchange),
    );
    const before = this.#entries[at];
    const entry = { ...exchange, id: before?.id ?? this.#nextId() };
    this.#entries = before ? this.#entries.with(at, entry) : [...this.#entries, entry];
    this.#bytes += exchange.size - (before?.size ?? 0);
    // The last request is retained, regardless of its size.
    while (
      this.#entries.length > MAX_ENTRIES ||
      (this.#entries.length > 1 && this.#bytes > MAX_BYTES)
    ) {
      const [oldest] = this.#entries.splice(this.#entries[0] === entry ? 1 : 0, 1);
      this.#bytes -= oldest?.size ?? 0;
    }
  }

  /** Marks running requests as lost; a later end still counts. */
  lose(): void {
    if (!this.#entries.some(({ progress }) => progress === 'running')) return;
    this.#entries = this.#entries.map((entry) =>
      entry.progress === 'running' ? { ...entry, progress: 'lost' } : entry,
    );
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }
}

/** Compares more than ids, which restart with the emulator. */
function isSame(one: SessionExchange, other: SessionExchange): boolean {
  return one.logId === other.logId && one.startedAt === other.startedAt;
}

/** Maximum of one streaming request, in ms; renewed when it ends. */
const FOLLOW_LIMIT = 12 * 60 * 60 * 1000;

/** A connection that lasted longer is reopened without delay, in ms. */
const HELD = 10_000;

const MODE_CHANGED = '{"changed":"mode"}';

export interface Following {
  readonly onBegin: () => void;
  readonly onMode: () => void;
  /** Called when a request starts or ends. Running requests are repeated after a reconnect. */
  readonly onExchange: (exchange: SessionExchange) => void;
  /** Called on a disconnect. Reconnects if the emulator still runs. */
  readonly onLost: (error: unknown) => void;
}

/** Listens to a session's requests until the signal aborts or the emulator ends. Never rejects. */
export async function followSession(
  { http, clock }: { readonly http: Http; readonly clock: Clock },
  address: EmulatorAddress,
  session: string,
  { onBegin, onMode, onExchange, onLost }: Following,
  signal: AbortSignal,
): Promise<void> {
  const own = sessionAddress(address, session);
  let delay: number | undefined;
  for (let isHeard = true; isHeard;) {
    isHeard = false;
    const begun = clock.monotonic() + (delay ?? 0);
    let rest = '';
    const onText = (text: string): void => {
      // Avoids scanning a long line again for each chunk.
      if (!text.includes('\n')) {
        rest += text;
        return;
      }
      // Must precede the lines, since an invalid line closes the connection.
      if (!isHeard) onBegin();
      isHeard = true;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') continue;
        if (line === MODE_CHANGED) {
          onMode();
          continue;
        }
        const exchange = readSessionExchange(line);
        if (exchange) onExchange(exchange);
      }
    };
    try {
      if (delay !== undefined) await sleep(clock, delay, signal);
      await http.send(
        { ...controlRequest(own, 'GET', 'follow'), timeoutMs: FOLLOW_LIMIT, onText },
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      // Timeout, emulator ended or disconnected: the next request shows which.
      onLost(error);
    }
    const hasHeld = clock.monotonic() - begun >= HELD;
    delay = hasHeld ? undefined : nextDelay(waitPolicies.lostFollowing, delay);
  }
}
