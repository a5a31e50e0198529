import { CancelledError } from '../../src/base/errors';
import type {
  Activity,
  ActivityAction,
  FollowedOperation,
  Task,
} from '../../src/platform/activity';

/** What a piece of work said of itself. */
export interface FakeEntry {
  readonly title: string;
  readonly reports: { readonly text?: string; readonly done?: number; readonly total?: number }[];
  readonly offers: ActivityAction[];
  readonly controller: AbortController;
  conclusion?: string;
  ended?: 'done' | 'cancelled' | 'failed';
}

/** Runs work at once and without a view, and notes what it said of itself. */
export class FakeActivity implements Activity {
  readonly entries: FakeEntry[] = [];
  readonly followed: FollowedOperation[] = [];
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
      throw error;
    }
  }

  follow(operation: FollowedOperation): Promise<void> {
    this.followed.push(operation);
    return Promise.resolve();
  }

  /** Cancels an entry, as its button does; the last one by default. */
  cancel(entry: FakeEntry | undefined = this.last): void {
    entry?.controller.abort(new CancelledError());
  }
}
