import type { RequestName } from '../api/request';
import type { Exchange, ExchangeFacts, StreamError } from '../api/transport';
import type { Recording } from '../api/recording';
import type { Version } from '../api/versions';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ShownSession } from './sessionTraffic';

export interface TrafficEntry extends ExchangeFacts {
  readonly id: number;
  /** Connection id; undefined for sign-in requests. */
  readonly connection?: string;
  /** An API method, or a name such as `oauth.token` for other requests. */
  readonly name: RequestName | (string & Record<never, never>);
  readonly version?: Version;
  readonly recording?: Recording;
  /** Error within a stream after a success status, if retained. */
  readonly streamError?: StreamError;
}

export interface LedgerRow {
  readonly host: string;
  readonly count: number;
  readonly failed: number;
  /** Body size in bytes. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** In ms since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Number of stream events by type, for logged requests only. */
  readonly events?: ReadonlyMap<string, number>;
  readonly proxies?: readonly string[];
}

// Maximum entries and bytes of recorded bodies; the last request is always retained.
const MAX_ENTRIES = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/** This window's last requests and all contacted hosts. In memory only. */
export class TrafficLog implements Disposable {
  readonly #isOn: () => boolean;
  readonly #changed = new Emitter<void>();
  readonly #ledger = new Map<string, LedgerRow>();
  #entries: TrafficEntry[] = [];
  #bytes = 0;
  #lastId = 0;
  #sessions: readonly ShownSession[] = [];
  readonly onDidChange = this.#changed.event;
  /** In ms since 1970; all later requests are counted. */
  readonly since: number;

  /** @param isOn whether to log requests; hosts are always counted. */
  constructor(isOn: () => boolean, since = Date.now()) {
    this.#isOn = isOn;
    this.since = since;
  }

  get isOn(): boolean {
    return this.#isOn();
  }

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

  get sessions(): readonly ShownSession[] {
    return this.isOn ? this.#sessions : [];
  }

  showSessions(sessions: readonly ShownSession[]): void {
    this.#sessions = sessions;
    this.#changed.fire();
  }

  readonly nextId = (): number => ++this.#lastId;

  readonly add = (connection: string | undefined, exchange: Exchange): void => {
    const { operation, ...rest } = exchange;
    this.#take({ ...rest, name: operation, ...(connection !== undefined && { connection }) });
  };

  readonly addOther = (exchange: ExchangeFacts & { readonly name: string }): void => {
    this.#take(exchange);
  };

  /** Deletes the requests but not the contacted hosts, whose list must be reliable. */
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
    // The request wasn't sent, for example because a credential was missing.
    if (facts.unsent) return;
    this.#count(facts);
    if (this.isOn && !facts.isControl) {
      this.#entries = [...this.#entries, { ...facts, id: this.nextId() }];
      this.#bytes += facts.recording?.size ?? 0;
      while (this.#entries.length > MAX_ENTRIES || this.#isTooLarge()) {
        this.#bytes -= this.#entries.shift()?.recording?.size ?? 0;
      }
    }
    this.#changed.fire();
  }

  #isTooLarge(): boolean {
    return this.#entries.length > 1 && this.#bytes > MAX_BYTES;
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
      // Requests are added in the order in which they end, not start.
      firstAt: Math.min(before?.firstAt ?? startedAt, startedAt),
      lastAt: Math.max(before?.lastAt ?? startedAt, startedAt),
      ...(events && { events }),
      ...(proxies.length > 0 && { proxies }),
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
