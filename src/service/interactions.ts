import type { Version } from '../api/versions';
import type { Event } from '../base/event';

/** Which interaction of which connection. */
export interface InteractionKey {
  /** Connection id. */
  readonly connection: string;
  /** As the service gave it, without `interactions/`. */
  readonly id: string;
}

/** An interaction that was begun on this machine, as far as was heard of it. */
export interface InteractionRecord extends InteractionKey {
  readonly version: Version;
  /** What it is called in lists: the beginning of what was asked. */
  readonly title: string;
  /** Who answers, as it was asked for: one of the two. */
  readonly model?: string;
  readonly agent?: string;
  /** When it was begun, as RFC 3339. */
  readonly created: string;
  /** The service's own word for where it stands; absent until one was heard. */
  readonly status?: string;
  /** It runs without anybody who listens. */
  readonly background?: boolean;
  /** How many steps were heard of. */
  readonly steps?: number;
  /** After which event to go on listening. */
  readonly lastEventId?: string;
  /** Id of the interaction that it goes on from. */
  readonly previous?: string;
  readonly environment?: string;
  /** The conversation and the turn that it belongs to. */
  readonly conversation?: string;
  readonly turn?: string;
  /** For how many days the service keeps it, where that is known. */
  readonly days?: number;
  /** When the service had it last, as RFC 3339. */
  readonly seen?: string;
}

/** What may become of one. */
export type InteractionChange = Partial<
  Omit<InteractionRecord, 'connection' | 'id' | 'version' | 'created'>
>;

/**
 * The interactions that this machine began and the service keeps, of all windows: the service has no list of them.
 * Nothing here throws for want of a disk: what can't be written is logged, and is not in the list.
 */
export interface Interactions {
  /** Notes one that was begun, or what is known of it by now; what is left out stays as it was noted before. */
  begin(record: InteractionRecord): Promise<void>;
  /** Notes what became of one; nothing where it is not noted any more, because it was deleted meanwhile. */
  change(of: InteractionKey, change: InteractionChange): Promise<void>;
  /** Takes one off: it was deleted, or the service has it no more. */
  forget(of: InteractionKey): Promise<void>;
  find(of: InteractionKey): Promise<InteractionRecord | undefined>;
  /** Those of a connection that the service may still have, the last one first. */
  list(connection: string): Promise<readonly InteractionRecord[]>;
  /** Something was noted in this window. */
  readonly onDidChange: Event<InteractionTold>;
}

/** One was noted or changed, or taken off where there is no record of it any more. */
export interface InteractionTold {
  readonly key: InteractionKey;
  readonly record?: InteractionRecord;
}

/**
 * For how many days the service keeps an interaction: one in the free tier, the last of these in the paid one unless
 * its owner has chosen another.
 */
const RETENTION_DAYS = [1, 7, 14, 28, 55] as const;

export const FREE_DAYS = RETENTION_DAYS[0];
export const PAID_DAYS = RETENTION_DAYS[4];

const DAY = 24 * 60 * 60 * 1000;

/** Until when an interaction is kept, in milliseconds since 1970: for certain, and at most. */
export interface KeptUntil {
  readonly least: number;
  readonly most: number;
}

/**
 * Until when the service keeps one. It does not say of which tier a key is: what was still there after a day is not
 * of the free one, so that the next longer time holds.
 */
export function keptUntil({
  created,
  days,
  seen,
}: Pick<InteractionRecord, 'created' | 'days' | 'seen'>): KeptUntil | undefined {
  const begun = Date.parse(created);
  if (Number.isNaN(begun)) return undefined;
  if (days !== undefined) return { least: begun + days * DAY, most: begun + days * DAY };
  const age = seen === undefined ? 0 : (Date.parse(seen) - begun) / DAY;
  const least = RETENTION_DAYS.find((one) => one >= age) ?? PAID_DAYS;
  return { least: begun + least * DAY, most: begun + PAID_DAYS * DAY };
}
