import type { Http } from '../api/transport';
import { type Clock, sleep } from '../base/clock';
import { nextDelay, waitPolicies } from '../base/waitPolicies';
import type { EmulatorAddress } from './emulator';
import { controlRequest } from './emulatorControl';
import { readSessionExchange, type SessionExchange } from './sessionExchange';
import { sessionAddress } from './folderSession';

/** A request of a program, among the others that are kept. */
export interface SessionEntry extends SessionExchange {
  /** Counts up, in one row with those of the window. */
  readonly id: number;
}

/** A session of the emulator whose requests are shown. */
export interface ShownSession {
  /** Address of its folder. */
  readonly uri: string;
  /** The folder's name. */
  readonly label: string;
  readonly session: string;
  /** Whether what is asked there is told now. */
  readonly isFollowed: boolean;
  /** Where its recordings are, from the folder on; undefined for the usual place. */
  readonly recordings: string | undefined;
  /** Oldest first. */
  readonly entries: readonly SessionEntry[];
  clear(): void;
}

/** A request of a program by its id; undefined where it is no longer kept. */
export function findProgram(
  { sessions }: { readonly sessions: readonly ShownSession[] },
  id: number,
): SessionEntry | undefined {
  return sessions.flatMap(({ entries }) => entries).find((entry) => entry.id === id);
}

// As many as are kept of the window's own requests.
const MOST = 500;
const MOST_BYTES = 16 * 1024 * 1024;

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

  /** Takes a request that runs, or has ended: then in the place where it ran. */
  add(exchange: SessionExchange): void {
    const at = this.#entries.findLastIndex(
      (one) => one.progress !== 'ended' && isSame(one, exchange),
    );
    const before = this.#entries[at];
    const entry = { ...exchange, id: before?.id ?? this.#nextId() };
    this.#entries = before ? this.#entries.with(at, entry) : [...this.#entries, entry];
    this.#bytes += exchange.size - (before?.size ?? 0);
    // This one is kept, whatever its size.
    while (this.#entries.length > MOST || (this.#entries.length > 1 && this.#bytes > MOST_BYTES)) {
      const [oldest] = this.#entries.splice(this.#entries[0] === entry ? 1 : 0, 1);
      this.#bytes -= oldest?.size ?? 0;
    }
  }

  /** Nobody tells of the end of what runs; where somebody does after all, it counts. */
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

/** Ids alone would be those of another start of the emulator. */
function isSame(one: SessionExchange, other: SessionExchange): boolean {
  return one.logId === other.logId && one.startedAt === other.startedAt;
}

/** Milliseconds of one request that follows, of which a long day has several. */
const FOLLOW_LIMIT = 12 * 60 * 60 * 1000;

/** Milliseconds after which a connection has held: it is made anew at once, and little is missed. */
const HELD = 10_000;

/** The line of an emulator whose session is in another mode. */
const MODE_CHANGED = '{"changed":"mode"}';

/** What whoever follows a session hears. */
export interface Following {
  /** It is heard from now on; also after a while of silence in which the connection was made anew. */
  readonly onBegin: () => void;
  /** Something else answers in the session. */
  readonly onMode: () => void;
  /** A request runs, or has ended. Those that run are told again whenever it is heard anew. */
  readonly onExchange: (exchange: SessionExchange) => void;
  /** The connection is lost; where the emulator is there still, it is made anew. */
  readonly onLost: (error: unknown) => void;
}

/** Hears of the requests of a session until the signal aborts, or the emulator is not there any more. Never rejects. */
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
      // A long line comes in many parts, and is looked at once.
      if (!text.includes('\n')) {
        rest += text;
        return;
      }
      // Before the lines: one that can't be read costs the connection, which is made anew then.
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
      // The limit of time, an emulator that has ended, or one that has let go: asked again, it says which.
      onLost(error);
    }
    const hasHeld = clock.monotonic() - begun >= HELD;
    delay = hasHeld ? undefined : nextDelay(waitPolicies.lostFollowing, delay);
  }
}
