import * as l10n from '@vscode/l10n';
import { CancelledError, errorMessage } from '../base/errors';
import { shownElapsed } from '../base/format';
import type { Activity } from '../platform/activity';
import type { ActivityEntry, ActivityList, ActivityProgress } from './activityList';

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

interface RowText {
  readonly label: string;
  readonly description: string;
  /** Screen reader label, including the icon's meaning. */
  readonly spoken: string;
}

/** `now` is in ms since 1970. */
export function rowText(entry: ActivityEntry, now: number): RowText {
  const { title, startedAt, endedAt, end, pause } = entry;
  const elapsed = shownElapsed((endedAt ?? now) - startedAt);
  if (pause) {
    const facts = [l10n.t('paused'), pause.reason].filter((fact) => fact !== '');
    return { label: title, description: facts.join(' · '), spoken: [title, ...facts].join(', ') };
  }
  if (!end) {
    const progress = progressText(entry.progress);
    const facts = [...(progress === '' ? [] : [progress]), elapsed];
    return {
      label: title,
      description: facts.join(' · '),
      spoken: [title, l10n.t('running'), ...facts].join(', '),
    };
  }
  const isLong = (endedAt ?? now) - startedAt >= 1000;
  const facts = [
    endWord(entry),
    ...(isLong ? [elapsed] : []),
    ...(end.kind === 'failed' ? [end.reason] : []),
  ];
  return { label: title, description: facts.join(' · '), spoken: [title, ...facts].join(', ') };
}

/** Returns the given text, else “n of m”, else an empty string. */
function progressText({ text, done, total }: ActivityProgress): string {
  if (text !== undefined && text !== '') return text;
  if (done === undefined) return '';
  return total === undefined ? String(done) : l10n.t('{0} of {1}', done, total);
}

function endWord({ end }: ActivityEntry): string {
  if (end?.kind === 'cancelled') return l10n.t('canceled');
  return end?.kind === 'failed' ? l10n.t('failed') : l10n.t('completed');
}
