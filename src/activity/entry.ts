import type { ActivityAction, Progressed } from '../platform/activity';

/** How an activity ended. */
export type ActivityEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** `reason` is a sentence for the user, `hint` one that says what helps. */
  | { readonly kind: 'failed'; readonly reason: string; readonly hint?: string };

/** How far an activity is. */
export type ActivityProgress = Progressed;

/** Why an activity stands still, and what helps. */
export interface ActivityPause {
  readonly reason: string;
  readonly hint?: string;
}

/** Something that runs, stands still, or has ended. Times are milliseconds since 1970. */
export interface ActivityEntry {
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
  readonly progress: ActivityProgress;
  /** Present while it stands still. */
  readonly pause?: ActivityPause;
  /** Absent until it has ended. */
  readonly end?: ActivityEnd;
  readonly endedAt?: number;
  /** What it offers now. */
  readonly actions: readonly ActivityAction[];
  /** What *Cancel* does; absent where it can't be cancelled. */
  readonly cancel?: () => void;
}

/** Whether it has ended so that nobody can take it up again: only then may it go without being asked for. */
export function isOver({ end, actions }: Pick<ActivityEntry, 'end' | 'actions'>): boolean {
  return (
    end !== undefined && !(end.kind === 'failed' && actions.some((one) => one.kind === 'retry'))
  );
}

/** Whether work is being done for it now. */
export function isRunning({ end, pause }: ActivityEntry): boolean {
  return end === undefined && pause === undefined;
}
