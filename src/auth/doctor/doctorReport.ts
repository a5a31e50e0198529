import * as l10n from '@vscode/l10n';
import type { Connection } from '../../service/connection';
import type { CheckState } from './check';
import type { CheckRun } from './examine';

interface DoctorReportDeps {
  readonly home: string;
  readonly redact: (text: string) => string;
}

/** Returns the results for logs and support requests, without secrets, account and home folder name. */
export function doctorReport(
  { name, endpoint, auth }: Connection,
  rows: readonly CheckRun[],
  { home, redact }: DoctorReportDeps,
): readonly string[] {
  const lines = rows.flatMap(({ title, result }) => {
    if (typeof result === 'string') return [];
    const { state, says, reports = says, hint, fixes = [] } = result;
    const advice = [hint, ...fixes.map(({ title }) => title)]
      .filter(Boolean)
      .map((text) => `    → ${text}`);
    return [`[${stateText(state)}] ${title}: ${reports}`, ...advice];
  });
  const report = [
    l10n.t('Diagnosis of “{0}” ({1}, {2}): {3}', name, endpoint, auth, summarize(rows).text),
    ...lines,
  ];
  // A shorter path isn’t a user’s home, and replacing it would remove slashes from URLs.
  const withoutHome = (line: string): string =>
    home.length > 1 ? line.replaceAll(home, '~') : line;
  return report.map((line) => redact(withoutHome(line)));
}

interface Summary {
  readonly state: Exclude<CheckState, 'skipped'>;
  readonly text: string;
}

export function summarize(rows: readonly CheckRun[]): Summary {
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

export function stateText(state: CheckState): string {
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
