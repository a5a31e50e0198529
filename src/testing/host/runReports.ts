import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, CancelledError } from '../../base/errors';
import { localTime } from '../../base/format';
import type { LocalFiles } from '../../platform/localFiles';
import { plainText } from '../../platform/plainText';
import { pathOf } from '../../platform/testItems';
import { junitXml } from '../exports/junit';
import { csvReport, markdownReport } from '../exports/tables';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import type { KeptRun, RunSummary } from './runJournal';

interface ReportForm {
  readonly name: string;
  readonly extension: string;
  readonly text: (run: KeptRun) => string;
}

const FORMS: readonly ReportForm[] = [
  { name: 'Markdown', extension: 'md', text: (run) => markdownReport(run, pathOf) },
  { name: 'CSV', extension: 'csv', text: (run) => csvReport(run, pathOf) },
  { name: 'JUnit XML', extension: 'xml', text: (run) => junitXml(run, pathOf) },
  { name: 'JSON', extension: 'json', text: (run) => `${JSON.stringify(run, undefined, 2)}\n` },
];

interface RunLabel {
  readonly id: string;
  readonly label: string;
}

export function runReports(
  { prompts }: TestingHost,
  { journal }: Pick<PromptTests, 'journal'>,
  localFiles: Pick<LocalFiles, 'saveAs'>,
) {
  return { choose, exportRun, labels };

  /** Prompts for a run, latest first. Throws `CancelledError`, and `AppError` if there are none. */
  async function choose(title: string, without?: string): Promise<string> {
    const runs = (await journal.summaries()).filter(({ id }) => id !== without);
    if (runs.length === 0) {
      throw new AppError('noRun', l10n.t('There are no other prompt test runs.'), {
        hint: l10n.t('Run the tests of a prompt file in the Test Explorer first.'),
      });
    }
    const chosen = await prompts.pick(
      { title, placeholder: l10n.t('Select a run') },
      runs.map((run) => ({
        label: localTime(run.startedAt),
        description: factsOf(run),
        detail: run.models?.join(', ') ?? '',
        value: run.id,
      })),
    );
    if (chosen === undefined) throw new CancelledError();
    return chosen;
  }

  /** Exports a run in a format that the user selects. Throws `CancelledError` and write errors. */
  async function exportRun(run: KeptRun): Promise<void> {
    const form = await prompts.pick(
      { title: l10n.t('Export Test Report'), placeholder: l10n.t('Select a format') },
      FORMS.map((one) => ({ label: one.name, description: `.${one.extension}`, value: one })),
    );
    if (!form) throw new CancelledError();
    const target = await localFiles.saveAs({
      title: l10n.t('Export Test Report'),
      name: `prompt-tests.${form.extension}`,
      filter: { name: form.name, extensions: [form.extension] },
    });
    if (!target) throw new CancelledError();
    await target.write(form.text(run));
    await vscode.window.showTextDocument(vscode.Uri.parse(target.uri, true));
  }

  async function labels(): Promise<readonly RunLabel[]> {
    const runs = await journal.summaries();
    return runs.map((run) => ({
      id: run.id,
      label: plainText(`${localTime(run.startedAt)} · ${factsOf(run)}`),
    }));
  }

  function factsOf({ id, totals, endedEarly, connection }: RunSummary): string {
    const facts = [
      totals &&
        l10n.t(
          '{0} passed, {1} failed, {2} errored',
          totals.passed,
          totals.failed,
          totals.notMeasured,
        ),
      journal.isRunning(id) ? l10n.t('running') : undefined,
      totals || journal.isRunning(id) ? undefined : l10n.t('interrupted'),
      endedEarly === 'cancelled' ? l10n.t('canceled') : undefined,
      endedEarly === 'budget' ? l10n.t('budget used up') : undefined,
      connection,
    ];
    return facts.filter(Boolean).join(' · ');
  }
}
