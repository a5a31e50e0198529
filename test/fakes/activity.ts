import { CancelledError, errorMessage } from '../../src/base/errors';
import type {
  Activity,
  ActivityAction,
  FollowedOperation,
  ActivityUpdate,
  Task,
  TrackedActivity,
} from '../../src/platform/activity';

/** What a piece of work said of itself. */
export interface FakeEntry {
  readonly title: string;
  readonly reports: { readonly text?: string; readonly done?: number; readonly total?: number }[];
  readonly offers: ActivityAction[];
  readonly controller: AbortController;
  conclusion?: string;
  ended?: 'done' | 'cancelled' | 'failed';
  /** What it failed with. */
  failure?: string;
}

/** An entry that its owner drives, and what was done with it, in order. */
export interface FakeTracked {
  readonly title: string;
  readonly cancel: () => void;
  readonly reports: ActivityUpdate[];
  actions: readonly ActivityAction[];
  state: 'running' | 'paused' | 'failed' | 'done' | 'cancelled' | 'withdrawn';
  /** Why it stands still or failed, or its title in the end. */
  text?: string;
  /** What helps. */
  hint?: string;
}

/** Runs work at once and without a view, and notes what it said of itself. */
export class FakeActivity implements Activity {
  readonly entries: FakeEntry[] = [];
  readonly followed: FollowedOperation[] = [];
  readonly tracked: FakeTracked[] = [];
  /** Called before the work of each entry begins, such as to cancel it. */
  onBegin: (entry: FakeEntry) => void = () => undefined;

  get last(): FakeEntry | undefined {
    return this.entries.at(-1);
  }

  async run<T>(title: string, work: (task: Task) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const entry: FakeEntry = { title, reports: [], offers: [], controller };
    this.entries.push(entry);
    this.onBegin(entry);
    try {
      const result = await work({
        signal: controller.signal,
        report: (progress) => entry.reports.push(progress),
        offer: (action) => entry.offers.push(action),
        conclude: (text) => {
          entry.conclusion = text;
        },
      });
      entry.ended = 'done';
      return result;
    } catch (error) {
      entry.ended = CancelledError.is(error) ? 'cancelled' : 'failed';
      if (entry.ended === 'failed') entry.failure = errorMessage(error);
      throw error;
    }
  }

  follow(operation: FollowedOperation): Promise<void> {
    this.followed.push(operation);
    return Promise.resolve();
  }

  track(entry: { readonly title: string; readonly cancel: () => void }): Promise<TrackedActivity> {
    const tracked: FakeTracked = { ...entry, reports: [], actions: [], state: 'running' };
    this.tracked.push(tracked);
    const set = (
      state: FakeTracked['state'],
      actions: readonly ActivityAction[] = [],
      text?: string,
      hint?: string,
    ): void => {
      Object.assign(tracked, { state, actions, text, hint });
    };
    return Promise.resolve({
      report: (progress) => void tracked.reports.push(progress),
      pause: (reason, actions, hint) => set('paused', actions, reason, hint),
      resume: (actions) => set('running', actions),
      end: (end) => (end === 'cancelled' ? set('cancelled') : set('done', end.actions, end.title)),
      fail: (reason, actions, hint) => set('failed', actions, reason, hint),
      withdraw: () => set('withdrawn'),
    });
  }

  /** Cancels an entry, as its button does; the last one by default. */
  cancel(entry: FakeEntry | undefined = this.last): void {
    entry?.controller.abort(new CancelledError());
  }
}
