import type { L10n } from '../../platform/l10n';
import type { CheckState } from './check';
import type { Examined } from './examine';

export interface Summary {
  readonly state: Exclude<CheckState, 'skipped'>;
  readonly text: string;
}

/** One line for all that was found. */
export function summarize(rows: readonly Examined[], l10n: L10n): Summary {
  const count = (state: CheckState): number =>
    rows.filter(({ result }) => typeof result === 'object' && result.state === state).length;
  const problems = count('failed');
  const warnings = count('warning');
  const warned = warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings);
  if (problems > 0) {
    const found =
      problems === 1 ? l10n.t('1 problem found') : l10n.t('{0} problems found', problems);
    return { state: 'failed', text: warnings === 0 ? found : `${found}, ${warned}` };
  }
  const works = l10n.t('Everything works');
  return warnings === 0
    ? { state: 'passed', text: works }
    : { state: 'warning', text: `${works}, ${warned}` };
}

/** What a state is called. */
export function stateText(state: CheckState, l10n: L10n): string {
  switch (state) {
    case 'passed':
      return l10n.t('passed');
    case 'warning':
      return l10n.t('warning');
    case 'failed':
      return l10n.t('failed');
    case 'skipped':
      return l10n.t('not checked');
  }
}
