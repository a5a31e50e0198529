import * as l10n from '@vscode/l10n';
import { Throttle } from '../base/async';
import { type Clock, systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import { Yielder } from '../base/yielder';
import type { RecordingFolder } from '../recordings/store';
import type { Connections } from '../service/connection';
import type { SessionEntry } from '../service/sessionTraffic';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';
import { appRunExchange, ownRunExchange, recordedRunExchange } from './runExchanges';
import { digest, readRequest } from './runs/digest';
import type { RunExchange } from './runs/runExchange';
import { RunBook } from './runs/runBook';

/** The runs of a window or of a folder with recordings. */
export interface RunSourceBook {
  readonly book: RunBook;
  /** IDs of runs that changed or were removed. Empty if all did. */
  readonly onDidChange: Event<readonly number[]>;
  /** Returns a request with its bodies. Undefined if no longer retained. */
  readonly exchange: (id: number) => RunExchange | undefined;
  /** Reads a large body, whose facts are added to its run. */
  readonly readFully: (id: number) => void;
}

interface RunFeedDeps {
  readonly traffic: Pick<TrafficLog, 'entries' | 'sessions' | 'onDidChange'>;
  readonly connections: Pick<Connections, 'find'>;
  readonly redact: (text: string) => string;
  readonly clock?: Clock;
  readonly yielder?: Yielder;
  readonly onError: (error: unknown) => void;
}

interface LoggedRequest {
  readonly entry: TrafficEntry | SessionEntry;
  /** Undefined for requests of the window. */
  readonly folder: string | undefined;
}

/** Delay after a request, in ms: a request that ended is shown within 200 ms. */
const PACE = 50;

/** Collects facts while the request log grows. They stay when the log drops a request. */
export class RunFeed implements RunSourceBook, Disposable {
  readonly book = new RunBook((id) => {
    const exchange = this.exchange(id);
    return exchange && readRequest(exchange);
  });
  readonly #deps: RunFeedDeps;
  readonly #changed = new Emitter<readonly number[]>();
  readonly #disposables = new DisposableStore();
  readonly #scans: Throttle;
  readonly #yielder: Yielder;
  #seen = new Map<number, LoggedRequest>();
  #queue: LoggedRequest[] = [];
  #isDraining = false;
  readonly onDidChange = this.#changed.event;

  constructor(deps: RunFeedDeps) {
    this.#deps = deps;
    this.#yielder = deps.yielder ?? new Yielder();
    this.#scans = new Throttle(deps.clock ?? systemClock, PACE, () => this.#scan());
    this.#disposables.add(this.#scans);
    this.#disposables.add(
      deps.traffic.onDidChange(() => {
        if (this.#isCleared) this.#clear();
        else this.#scans.trigger();
      }),
    );
    this.#scan();
  }

  exchange(id: number): RunExchange | undefined {
    const found = this.#seen.get(id);
    return found && this.#exchangeOf(found);
  }

  readFully(id: number): void {
    const exchange = this.exchange(id);
    const read = exchange && digest(exchange, Infinity);
    if (read) this.#changed.fire(this.book.add(read));
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
    this.#queue = [];
  }

  get #isCleared(): boolean {
    const { entries, sessions } = this.#deps.traffic;
    return entries.length === 0 && sessions.every((session) => session.entries.length === 0);
  }

  #clear(): void {
    this.#seen.clear();
    this.#queue = [];
    if (this.book.size === 0) return;
    this.book.clear();
    this.#changed.fire([]);
  }

  #scan(): void {
    const { entries, sessions } = this.#deps.traffic;
    const all: LoggedRequest[] = [
      ...entries.map((entry) => ({ entry, folder: undefined })),
      ...sessions.flatMap(({ label, entries: own }) =>
        own.map((entry) => ({ entry, folder: label })),
      ),
    ];
    const before = this.#seen;
    this.#seen = new Map(all.map((one) => [one.entry.id, one]));
    const fresh = all.filter(({ entry }) => before.get(entry.id)?.entry !== entry);
    // A request continues one that has ended.
    this.#queue.push(...fresh.toSorted((one, other) => endOf(one) - endOf(other)));
    if (!this.#isDraining) void this.#drain().catch(this.#deps.onError);
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    try {
      const changed = new Set<number>();
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        const exchange = this.#exchangeOf(next);
        const read = exchange && digest(exchange);
        if (read) for (const id of this.book.add(read)) changed.add(id);
        await this.#yielder.yieldIfDue();
      }
      if (changed.size > 0) this.#changed.fire([...changed]);
    } finally {
      this.#isDraining = false;
    }
  }

  #exchangeOf({ entry, folder }: LoggedRequest): RunExchange | undefined {
    const { redact, connections } = this.#deps;
    if (folder !== undefined) return appRunExchange(entry as SessionEntry, folder, redact);
    const own = entry as TrafficEntry;
    const connection = connections.find(own.connection ?? '')?.name ?? own.host;
    return ownRunExchange(own, l10n.t('This window · {0}', connection), redact);
  }
}

function endOf({ entry: { startedAt, durationMs } }: LoggedRequest): number {
  return startedAt + durationMs;
}

/** Reads the runs of a folder with recordings, without those that are invalid. */
export async function recordedRuns(
  folder: RecordingFolder,
  redact: (text: string) => string,
): Promise<RunSourceBook & { readonly fileOf: (id: number) => string | undefined }> {
  const files = new Map<number, string>();
  const exchange = (id: number): RunExchange | undefined => {
    const file = files.get(id);
    if (file === undefined) return undefined;
    try {
      return recordedRunExchange(id, file, folder.read(file).exchange, redact);
    } catch {
      // Invalid or deleted. The preview of the file says why.
      return undefined;
    }
  };
  const book = new RunBook((id) => {
    const found = exchange(id);
    return found && readRequest(found);
  });
  const yielder = new Yielder();
  for (const [at, file] of folder.list().entries()) {
    files.set(at + 1, file);
    const found = exchange(at + 1);
    const read = found && digest(found);
    if (read) book.add(read);
    await yielder.yieldIfDue();
  }
  const changed = new Emitter<readonly number[]>();
  return {
    book,
    exchange,
    onDidChange: changed.event,
    readFully: (id) => {
      const found = exchange(id);
      const read = found && digest(found, Infinity);
      if (read) changed.fire(book.add(read));
    },
    fileOf: (id) => files.get(id),
  };
}
