import type { L10n } from '../../platform/l10n';
import type { SheetStrings } from './protocol';

/** The words of a sheet's page in the user's language. */
export function sheetStrings(l10n: L10n): SheetStrings {
  return {
    selectAll: l10n.t('Select all rows'),
    select: l10n.t('Select {0}', '{0}'),
    selected: l10n.t('{0} selected', '{0}'),
    warning: l10n.t('Warning'),
    finished: l10n.t('Finished.'),
    points: l10n.t('Arrow keys go from point to point.'),
  };
}
