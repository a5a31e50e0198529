import type { L10n } from '../../platform/l10n';
import type { Connection } from '../../service/connection';
import type { Examined } from './examine';
import { stateText, summarize } from './summary';

export interface DoctorReportParts {
  readonly l10n: L10n;
  /** The user's home folder. */
  readonly home: string;
  readonly redact: (text: string) => string;
}

/**
 * What was found, for the log and for whoever is asked for help: without secrets, without who signed in, and
 * without the name of the user's home folder.
 */
export function doctorReport(
  { name, endpoint, auth }: Connection,
  rows: readonly Examined[],
  { l10n, home, redact }: DoctorReportParts,
): readonly string[] {
  const lines = rows.flatMap(({ title, result }) => {
    if (typeof result === 'string') return [];
    const { state, says, reports = says, hint, fixes = [] } = result;
    const advice = [hint, ...fixes.map(({ title }) => title)]
      .filter(Boolean)
      .map((text) => `    → ${text}`);
    return [`[${stateText(state, l10n)}] ${title}: ${reports}`, ...advice];
  });
  const report = [
    l10n.t('Diagnosis of “{0}” ({1}, {2}): {3}', name, endpoint, auth, summarize(rows, l10n).text),
    ...lines,
  ];
  // A shorter one is no name, and would take the slashes out of addresses.
  const withoutHome = (line: string): string =>
    home.length > 1 ? line.replaceAll(home, '~') : line;
  return report.map((line) => redact(withoutHome(line)));
}
