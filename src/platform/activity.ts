import type { Version } from '../api/versions';

export type ActivityActionKind = 'undo' | 'open' | 'pause' | 'resume' | 'retry' | 'copyUri' | 'ask';

export interface ActivityAction {
  /** Unique per activity; all except `undo` can run more than once. */
  readonly kind: ActivityActionKind;
  run(): Promise<void>;
}

export interface Task {
  /** Aborts when the user cancels or the window closes. */
  readonly signal: AbortSignal;
  report(progress: {
    readonly text?: string;
    readonly done?: number;
    readonly total?: number;
  }): void;
  offer(action: ActivityAction): void;
  /** Sets the text after success; the title by default. */
  conclude(text: string): void;
}

export const FOLLOWED = [
  'tunedModels.create',
  'models.batchGenerateContent',
  'models.asyncBatchEmbedContent',
  'tunedModels.batchGenerateContent',
  'tunedModels.asyncBatchEmbedContent',
  'interactions.create',
] as const;

/** A long-running operation or background interaction, which outlives the window. */
export interface FollowedOperation {
  readonly connection: string;
  readonly startedBy: (typeof FOLLOWED)[number];
  readonly name: string;
  /** Undefined if any API version works. */
  readonly version?: Version;
  /** Displayed title, such as *Training of Haikus*. */
  readonly title: string;
  readonly target?: string;
}

export interface ActivityUpdate {
  readonly text?: string;
  readonly done?: number;
  readonly total?: number;
}

/** An activity controlled by its owner, which may pause, fail and resume, also after a reload. */
export interface TrackedActivity {
  report(progress: ActivityUpdate): void;
  /** Pauses with a reason; `actions` are available now, `hint` is advice. */
  pause(reason: string, actions: readonly ActivityAction[], hint?: string): void;
  resume(actions: readonly ActivityAction[]): void;
  end(
    end: { readonly title: string; readonly actions: readonly ActivityAction[] } | 'cancelled',
  ): void;
  /** Ends with a failure. `reason` is a sentence, `hint` is advice. */
  fail(reason: string, actions: readonly ActivityAction[], hint?: string): void;
  withdraw(): void;
}

/** The view of running and finished work. An interface, so that tests can replace it. */
export interface Activity {
  /** Runs work as a cancelable activity with a notification. Passes its result or error on. */
  run<T>(title: string, work: (task: Task) => Promise<T>): Promise<T>;
  /**
   * Tracks an operation or interaction across reloads, and notifies once at the end. Ignores duplicates.
   * Resolves when it is saved; throws if saving fails.
   */
  follow(operation: FollowedOperation): Promise<void>;
  /** Adds an activity without a notification. `cancel` runs on *Cancel*. */
  track(entry: {
    readonly title: string;
    readonly cancel: () => void;
    /** In ms since 1970; now by default. */
    readonly startedAt?: number;
  }): Promise<TrackedActivity>;
}
