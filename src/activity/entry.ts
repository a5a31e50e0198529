import type { ActivityAction } from '../platform/activity';

/** How an activity ended. */
export type ActivityEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** `reason` is a sentence for the user. */
  | { readonly kind: 'failed'; readonly reason: string };

/** How far an activity is. */
export interface ActivityProgress {
  readonly text?: string;
  readonly done?: number;
  readonly total?: number;
}

/** Something that runs, or has ended. Times are milliseconds since 1970. */
export interface ActivityEntry {
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
  readonly progress: ActivityProgress;
  /** Absent while it runs. */
  readonly end?: ActivityEnd;
  readonly endedAt?: number;
  /** What it offers now. */
  readonly actions: readonly ActivityAction[];
  /** What *Cancel* does; absent where it can't be cancelled. */
  readonly cancel?: () => void;
}
