import type { RequestName } from '../api/request';
import type { Exchange, ExchangeFacts, StreamError } from '../api/transport';
import type { Recording } from '../api/recording';
import type { Version } from '../api/versions';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ShownSession } from './sessionTraffic';

/** One request of this window, and what came of it. */
export interface TrafficEntry extends ExchangeFacts {
  /** Counts up. */
  readonly id: number;
  /** Id of the connection; absent for what signs in. */
  readonly connection?: string;
  /** An operation, or what a request beside the service is called, such as `oauth.token`. */
  readonly name: RequestName | (string & Record<never, never>);
  readonly version?: Version;
  readonly recording?: Recording;
  /** Of a stream that has ended in an error after a good status, as far as it is kept. */
  readonly streamError?: StreamError;
}

/** What went to one host. */
export interface LedgerRow {
  /** Host and port. */
  readonly host: string;
  readonly count: number;
  /** Of them, those that brought no whole answer. */
  readonly failed: number;
  /** Bytes of bodies. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Of streams that name their events, how many there were of each kind; only of requests that are kept. */
  readonly events?: ReadonlyMap<string, number>;
  /** Hosts and ports of the proxies that it was reached through. */
  readonly proxies?: readonly string[];
}

// Entries, and bytes of recorded bodies, that are kept; the last request is, whatever its size.
const MOST = 500;
const MOST_BYTES = 16 * 1024 * 1024;

/** The last requests of this window, and every host that it has sent anything to. In memory only. */
export class TrafficLog implements Disposable {
  readonly #isOn: () => boolean;
  readonly #changed = new Emitter<void>();
  readonly #ledger = new Map<string, LedgerRow>();
  #entries: TrafficEntry[] = [];
  #bytes = 0;
  #lastId = 0;
  #sessions: readonly ShownSession[] = [];
  readonly onDidChange = this.#changed.event;
  /** Milliseconds since 1970: everything that was sent later is counted. */
  readonly since: number;

  /** @param isOn whether requests are kept; hosts are counted in any case. */
  constructor(isOn: () => boolean, since = Date.now()) {
    this.#isOn = isOn;
    this.since = since;
  }

  get isOn(): boolean {
    return this.#isOn();
  }

  /** Oldest first. */
  get entries(): readonly TrafficEntry[] {
    return this.#entries;
  }

  /** In the order of first contact. */
  get ledger(): readonly LedgerRow[] {
    return [...this.#ledger.values()];
  }

  find(id: number): TrafficEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Of programs that are led to the emulator, a session for each folder. */
  get sessions(): readonly ShownSession[] {
    return this.isOn ? this.#sessions : [];
  }

  /** Takes the place of those that were shown, or says that they have changed. */
  showSessions(sessions: readonly ShownSession[]): void {
    this.#sessions = sessions;
    this.#changed.fire();
  }

  readonly nextId = (): number => ++this.#lastId;

  /** Takes an exchange of a connection with the service. */
  readonly add = (connection: string | undefined, exchange: Exchange): void => {
    const { operation, ...rest } = exchange;
    this.#take({ ...rest, name: operation, ...(connection === undefined ? {} : { connection }) });
  };

  /** Takes an exchange with a server beside the service. */
  readonly addOther = (exchange: ExchangeFacts & { readonly name: string }): void => {
    this.#take(exchange);
  };

  /** Forgets the requests; the ledger stays, as it is there to be believed. */
  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
    for (const session of this.#sessions) session.clear();
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
    this.#entries = [];
  }

  #take(facts: Omit<TrafficEntry, 'id'>): void {
    // Such as one that there was no credential for: nothing left the window.
    if (facts.unsent) return;
    this.#count(facts);
    if (this.isOn && !facts.isControl) {
      this.#entries = [...this.#entries, { ...facts, id: this.nextId() }];
      this.#bytes += facts.recording?.size ?? 0;
      while (this.#entries.length > MOST || this.#isTooLarge()) {
        this.#bytes -= this.#entries.shift()?.recording?.size ?? 0;
      }
    }
    this.#changed.fire();
  }

  #isTooLarge(): boolean {
    return this.#entries.length > 1 && this.#bytes > MOST_BYTES;
  }

  #count(facts: Omit<TrafficEntry, 'id'>): void {
    const { host, proxy, startedAt, outcome, bytesSent, bytesReceived, recording } = facts;
    const before = this.#ledger.get(host);
    const events = added(before?.events, recording?.events?.counts);
    const known = before?.proxies ?? [];
    const proxies = proxy === undefined || known.includes(proxy) ? known : [...known, proxy];
    this.#ledger.set(host, {
      host,
      count: (before?.count ?? 0) + 1,
      failed: (before?.failed ?? 0) + (outcome === 'answered' ? 0 : 1),
      bytesSent: (before?.bytesSent ?? 0) + bytesSent,
      bytesReceived: (before?.bytesReceived ?? 0) + bytesReceived,
      // By their ends they come in another order than by their beginnings.
      firstAt: Math.min(before?.firstAt ?? startedAt, startedAt),
      lastAt: Math.max(before?.lastAt ?? startedAt, startedAt),
      ...(events && { events }),
      ...(proxies.length === 0 ? {} : { proxies }),
    });
  }
}

type Counts = ReadonlyMap<string, number> | undefined;

function added(one: Counts, other: Counts): Counts {
  if (!one || !other) return one ?? other;
  const sums = new Map(one);
  for (const [name, count] of other) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
