import type { Version } from '../api/versions';
import type { Event } from '../base/event';

export interface InteractionKey {
  readonly connection: string;
  /** As returned by the API, without `interactions/`. */
  readonly id: string;
}

/** An interaction started on this machine, with its last known state. */
export interface InteractionRecord extends InteractionKey {
  readonly version: Version;
  readonly title: string;
  readonly model?: string;
  readonly agent?: string;
  /** Start time, RFC 3339. */
  readonly created: string;
  /** The API's status; undefined until received. */
  readonly status?: string;
  /** Whether it runs without a listener. */
  readonly background?: boolean;
  readonly steps?: number;
  /** Event id at which to resume the stream. */
  readonly lastEventId?: string;
  readonly previous?: string;
  readonly environment?: string;
  readonly conversation?: string;
  readonly turn?: string;
  /** Retention on the server in days, if known. */
  readonly days?: number;
  /** Last time the server returned it, RFC 3339. */
  readonly seen?: string;
}

export type InteractionChange = Partial<
  Omit<InteractionRecord, 'connection' | 'id' | 'version' | 'created'>
>;

/**
 * Interactions started on this machine by all windows, as the API can't list them. Disk errors are logged,
 * not thrown; the interaction is then missing from the list.
 */
export interface Interactions {
  /** Saves a started interaction. Omitted fields keep their saved values. */
  begin(record: InteractionRecord): Promise<void>;
  /** Saves a change; ignored if the interaction was deleted. */
  change(of: InteractionKey, change: InteractionChange): Promise<void>;
  forget(of: InteractionKey): Promise<void>;
  find(of: InteractionKey): Promise<InteractionRecord | undefined>;
  /** Lists interactions of a connection that may still exist on the server, newest first. */
  list(connection: string): Promise<readonly InteractionRecord[]>;
  readonly onDidChange: Event<InteractionUpdate>;
}

/** A saved or changed interaction; without a record, a removed one. */
export interface InteractionUpdate {
  readonly key: InteractionKey;
  readonly record?: InteractionRecord;
}

/**
 * Possible retention on the server, in days: the first in the free tier; the last by default in the paid
 * tier.
 */
const RETENTION_DAYS = [1, 7, 14, 28, 55] as const;

export const FREE_DAYS = RETENTION_DAYS[0];
export const PAID_DAYS = RETENTION_DAYS[4];

const DAY = 24 * 60 * 60 * 1000;

/** Guaranteed and latest expiration, in ms since 1970. */
interface StorageTimes {
  readonly least: number;
  readonly most: number;
}

/**
 * Estimates the expiration. The API doesn't report a key's tier: an interaction that outlived a step has at
 * least the next longer retention.
 */
export function storageTimes({
  created,
  days,
  seen,
}: Pick<InteractionRecord, 'created' | 'days' | 'seen'>): StorageTimes | undefined {
  const begun = Date.parse(created);
  if (Number.isNaN(begun)) return undefined;
  if (days !== undefined) return { least: begun + days * DAY, most: begun + days * DAY };
  const age = seen === undefined ? 0 : (Date.parse(seen) - begun) / DAY;
  const least = RETENTION_DAYS.find((one) => one >= age) ?? PAID_DAYS;
  return { least: begun + least * DAY, most: begun + PAID_DAYS * DAY };
}
