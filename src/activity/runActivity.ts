import { CancelledError, errorMessage } from '../base/errors';
import type { Activity } from '../platform/activity';
import type { ActivityList, ActivityProgress } from './activityList';
import { progressText } from './rowText';

/** Progress of a notification; `increment` is in percent. */
export interface NoticeStep {
  readonly message?: string;
  readonly increment?: number;
}

export type ShowNotice = (
  title: string,
  onCancel: () => void,
  work: (step: (step: NoticeStep) => void) => Promise<void>,
) => void;

interface RunDeps {
  readonly list: ActivityList;
  readonly showNotice: ShowNotice;
  readonly closing: AbortSignal;
}

export function createRun({ list, showNotice, closing }: RunDeps): Activity['run'] {
  return async (title, work) => {
    const controller = new AbortController();
    const cancel = (): void => controller.abort(new CancelledError());
    const signal = AbortSignal.any([controller.signal, closing]);
    const entry = list.begin({ title, cancel });
    const ended = Promise.withResolvers<undefined>();
    let step: ((step: NoticeStep) => void) | undefined;
    let last: ActivityProgress = {};
    showNotice(title, cancel, async (show) => {
      step = show;
      step(stepBetween({}, last));
      await ended.promise;
    });
    const report = (progress: ActivityProgress): void => {
      const next = { ...last, ...progress };
      step?.(stepBetween(last, next));
      last = next;
      entry.report(progress);
    };
    try {
      const { offer, conclude } = entry;
      const result = await work({ signal, report, offer, conclude });
      entry.end({ kind: 'done' });
      return result;
    } catch (error) {
      const isCancelled = CancelledError.is(error);
      entry.end(
        isCancelled ? { kind: 'cancelled' } : { kind: 'failed', reason: errorMessage(error) },
      );
      throw error;
    } finally {
      ended.resolve(undefined);
    }
  };
}

function stepBetween(from: ActivityProgress, to: ActivityProgress): NoticeStep {
  const message = progressText(to);
  const increment = 100 * (partOf(to) - partOf(from));
  return { ...(message !== '' && { message }), ...(increment > 0 && { increment }) };
}

function partOf({ done = 0, total = 0 }: ActivityProgress): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
