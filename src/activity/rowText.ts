import * as l10n from '@vscode/l10n';
import { shownElapsed } from '../base/format';
import type { ActivityEntry, ActivityProgress } from './activityList';

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
export function progressText({ text, done, total }: ActivityProgress): string {
  if (text !== undefined && text !== '') return text;
  if (done === undefined) return '';
  return total === undefined ? String(done) : l10n.t('{0} of {1}', done, total);
}

function endWord({ end }: ActivityEntry): string {
  if (end?.kind === 'cancelled') return l10n.t('canceled');
  return end?.kind === 'failed' ? l10n.t('failed') : l10n.t('completed');
}
