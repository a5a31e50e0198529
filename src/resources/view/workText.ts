import type { L10n } from '../../platform/l10n';
import type { Work } from '../../service/store';

/** What is being done, in place of what a row says otherwise. */
export function workText(work: Work, l10n: L10n): string {
  switch (work) {
    case 'creating':
      return l10n.t('creating…');
    case 'saving':
      return l10n.t('saving…');
    case 'deleting':
      return l10n.t('deleting…');
  }
}
