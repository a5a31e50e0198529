import type { Version } from '../api/versions';

export type ActivityActionKind = 'undo' | 'open' | 'pause' | 'resume' | 'retry' | 'copyUri' | 'ask';

/** Something that an entry of the activities offers, such as to undo what was done. */
export interface ActivityAction {
  /** What the row offers; at most one of each. Those but `undo` can be run more than once. */
  readonly kind: ActivityActionKind;
  run(): Promise<void>;
}

/** The side of a running activity that does the work. */
export interface Task {
  /** Aborts when the user cancels it, or the window goes. */
  readonly signal: AbortSignal;
  /** How far it is: a short text, and how many of how many where that is known. */
  report(progress: {
    readonly text?: string;
    readonly done?: number;
    readonly total?: number;
  }): void;
  /** What its entry offers once it has ended well; called any time before. */
  offer(action: ActivityAction): void;
  /** What its entry says once it has ended well; its title by default. */
  conclude(text: string): void;
}

/** The operations whose work is followed to its end, as the operations table names them. */
export const FOLLOWED = [
  'tunedModels.create',
  'models.batchGenerateContent',
  'models.asyncBatchEmbedContent',
  'tunedModels.batchGenerateContent',
  'tunedModels.asyncBatchEmbedContent',
  'interactions.create',
] as const;

/**
 * An Operation of the service, or an interaction in the background: it goes on after the call, and after a reload of
 * the window.
 */
export interface FollowedOperation {
  readonly connection: string;
  /** The operation that began it. */
  readonly startedBy: (typeof FOLLOWED)[number];
  /** Resource name of the Operation or the interaction. */
  readonly name: string;
  /** The version that has it; absent where any does. */
  readonly version?: Version;
  /** What the entry says, such as *Training of Haikus*. */
  readonly title: string;
  /** Resource name of what it makes. */
  readonly target?: string;
}

/** How far an activity is: a short text, and how many of how many where that is known. */
export interface Progressed {
  readonly text?: string;
  readonly done?: number;
  readonly total?: number;
}

/** An entry whose owner drives it: it may stand still, fail and be taken up again, also after a reload. */
export interface TrackedActivity {
  report(progress: Progressed): void;
  /** It stands still, and says why; `actions` are what the row offers now, `hint` says what helps. */
  pause(reason: string, actions: readonly ActivityAction[], hint?: string): void;
  /** It goes on, also after it had failed. */
  resume(actions: readonly ActivityAction[]): void;
  /** Something is offered after it ended well. */
  end(
    end: { readonly title: string; readonly actions: readonly ActivityAction[] } | 'cancelled',
  ): void;
  /** It failed; `reason` is a sentence for the user, `hint` one that says what helps. */
  fail(reason: string, actions: readonly ActivityAction[], hint?: string): void;
  /** Takes it off the list. */
  withdraw(): void;
}

/** What runs and what has ended, in a view with progress, elapsed time and a way to cancel. An interface: tests have their own. */
export interface Activity {
  /**
   * Runs work as an entry of the view and under a notification with Cancel. Gives what the work gives, and
   * throws what it throws; the entry stays and says how it ended.
   */
  run<T>(title: string, work: (task: Task) => Promise<T>): Promise<T>;
  /**
   * Follows an Operation or an interaction until it is done, also across reloads, with one notification at the end.
   * Resolves once it is noted on disk; throws where that fails. What is followed already is not followed twice.
   */
  follow(operation: FollowedOperation): Promise<void>;
  /** An entry without a notification, driven by who made it. `cancel` is what its *Cancel* does. */
  track(entry: {
    readonly title: string;
    readonly cancel: () => void;
    /** Milliseconds since 1970; now by default. */
    readonly startedAt?: number;
  }): Promise<TrackedActivity>;
}
