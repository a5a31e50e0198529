import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { AppError, CancelledError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { type CommandHandlers, commandId } from '../../catalog/commands';
import type { TestAnswerTarget } from '../../catalog/ref';
import { vscodeLocalFiles } from '../../platform/localFiles';
import { promptFileName } from '../../conversation/model/promptFile';
import { plainText } from '../../platform/plainText';
import type { AttemptResult, CaseResult } from '../result';
import { readPromptTests } from '../promptTests';
import { mergedSettings } from '../plan';
import { RETRIEVAL_ENDING } from '../retrieval/retrievalFile';
import { planRetrieval, type RetrievalPlan } from '../retrieval/runFiles';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import { findSavedExchange } from './savedExchange';
import type { Succession } from './profiles';
import { ReportPanel } from './reportPanel';
import { runReports } from './runReports';

type TestCommand =
  | 'runRetrievalQuestions'
  | 'sweepChunkSizes'
  | 'runTestCases'
  | 'openTestAnswer'
  | 'showTestAnswer'
  | 'showTestExchange'
  | 'showTestReport'
  | 'compareTestRuns'
  | 'exportTestReport';

export interface TestCommands extends Disposable {
  readonly handlers: CommandHandlers<TestCommand>;
  readonly reports: ReportPanel;
  readonly successors: SuccessorTests;
}

/** Comparison of a model with its successor. */
export interface SuccessorTests extends Pick<PromptTests, 'models'> {
  /**
   * Runs the test cases of a model with both, and shows the report. Returns false if the run didn't start. Throws
   * `AppError` (`noTests`) if no test case uses the model.
   */
  compare(succession: Succession): Promise<boolean>;
}

interface FoundResult {
  readonly result: CaseResult;
  readonly attempt: AttemptResult;
}

export function testCommands(
  host: TestingHost,
  tests: PromptTests,
  controller: Pick<vscode.TestController, 'items'>,
): TestCommands {
  const { documents } = host;
  const { journal, access } = tests;
  const { choose, exportRun, labels } = runReports(host, tests, vscodeLocalFiles);
  const reports = new ReportPanel({ host, tests, exportRun, labels });

  const handlers: CommandHandlers<TestCommand> = {
    ...retrievalCommands(host, tests, controller),
    async runTestCases(target) {
      if (target) await tests.runCases(new Set(target.cases), target.profile);
    },
    async showTestExchange(target) {
      const { attempt } = await find(target);
      const exchange = findSavedExchange(host.traffic, attempt);
      if (exchange === undefined) {
        throw new AppError(
          'noExchange',
          l10n.t('The request details of this response are no longer available.'),
          {
            hint: l10n.t(
              'The Traffic view keeps only this window’s most recent requests. Run the test again.',
            ),
          },
        );
      }
      await vscode.commands.executeCommand(commandId('openExchange'), { exchange });
    },
    showTestReport: () => reports.show(),
    async compareTestRuns() {
      const run = await choose(l10n.t('Compare Test Runs: Select the Newer Run'));
      const before = await choose(l10n.t('Compare Test Runs: Select the Older Run'), run);
      await reports.show({ run, before });
    },
    async exportTestReport() {
      const run = await journal.read(await choose(l10n.t('Export Test Report')));
      if (run) await exportRun(run);
    },
    async openTestAnswer(target) {
      const { result, attempt } = await find(target);
      const prompts = await access();
      const text = await prompts.read(result.prompt);
      const { prompt } = readPromptTests(text ?? '', result.prompt);
      if (!prompt) {
        throw new AppError(
          'noPrompt',
          l10n.t('{0} can no longer be read.', promptFileName(result.prompt)),
          { hint: l10n.t('You can still show the response as JSON.') },
        );
      }
      const { variant, case: one } = result;
      const settings = mergedSettings(prompt.settings, one.settings ?? {});
      await prompts.openAnswer({
        uri: result.prompt,
        prompt: { ...prompt, settings, model: variant.model },
        variables: one.variables ?? {},
        parts: attempt.parts,
      });
    },
    async showTestAnswer(target) {
      const { result, attempt } = await find(target);
      const text = `${JSON.stringify(attempt, undefined, 2)}\n`;
      await documents.show({ name: `${result.name}.json`, read: () => text }, { beside: true });
    },
  };
  const successors: SuccessorTests = {
    models: tests.models,
    async compare(succession) {
      const run = await tests.compareSuccessor(succession);
      if (run !== undefined) await reports.show({ run, before: '' });
      return run !== undefined;
    },
  };
  return { handlers, reports, successors, dispose: () => reports.dispose() };

  async function find(target: TestAnswerTarget | undefined): Promise<FoundResult> {
    const run = target && (await journal.read(target.run));
    const result = run?.cases.find(({ id }) => id === target?.case);
    const attempt = result?.attempts.find(({ repeat }) => repeat === target?.repeat);
    if (result && attempt) return { result, attempt };
    throw new AppError('noAnswer', l10n.t('This response is no longer available.'), {
      hint: l10n.t('Run the test again.'),
    });
  }
}

type Tests = Pick<PromptTests, 'tree' | 'run' | 'access'>;

function retrievalCommands(
  host: TestingHost,
  tests: Tests,
  controller: Pick<vscode.TestController, 'items'>,
): CommandHandlers<'runRetrievalQuestions' | 'sweepChunkSizes'> {
  const { prompts } = host;

  return {
    async runRetrievalQuestions(clicked, selected) {
      const access = await tests.access();
      access.requireTrust();
      const uris = await filesToRun(clicked, selected);
      if (!uris) return;
      for (const uri of uris) await tests.tree.read(uri);
      await vscode.commands.executeCommand('workbench.view.testing.focus');
      await tests.run('run', new vscode.CancellationTokenSource().token, uris);
    },
    async sweepChunkSizes(clicked) {
      const access = await tests.access();
      access.requireTrust();
      const uri = activeFile(clicked) ?? (await choose(l10n.t('Compare Chunk Sizes'), false))?.[0];
      if (uri === undefined) return;
      const plan = await planOf(uri, (await access.read(uri)) ?? '');
      const { sweepSizes } = await import('./sweepSizes');
      await sweepSizes(plan, { host, access });
    },
  };

  async function filesToRun(
    clicked: FileTarget | undefined,
    selected: readonly FileTarget[] = clicked ? [clicked] : [],
  ): Promise<readonly string[] | undefined> {
    const given = selected.map((one) => vscode.Uri.from(one).toString()).filter(isRetrieval);
    return given.length > 0 ? given : await choose(l10n.t('Run Retrieval Tests'), true);
  }

  /** Prompts for a test file. Undefined if canceled, or, after a notification, if there are none. */
  async function choose(title: string, isForAll: boolean): Promise<readonly string[] | undefined> {
    await tests.tree.readAll();
    const found = [...controller.items].map(([uri]) => uri).filter(isRetrieval);
    if (found.length === 0) {
      const save = l10n.t('Save as Retrieval Test…');
      const none = l10n.t('This workspace has no retrieval test file.');
      const chosen = await prompts.notify('info', none, save);
      if (chosen === save) await vscode.commands.executeCommand(commandId('saveQuestion'));
      return undefined;
    }
    if (found.length === 1) return found;
    const rows = found.map((uri) => {
      const label = vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true));
      return { label, value: [uri] as readonly string[] };
    });
    const all = { label: l10n.t('All Files'), icon: 'run-all', value: found };
    const placeholder = l10n.t('Select a retrieval test file');
    const chosen = await prompts.pick({ title, placeholder }, isForAll ? [all, ...rows] : rows);
    if (!chosen) throw new CancelledError();
    return chosen;
  }

  async function planOf(uri: string, text: string): Promise<RetrievalPlan> {
    const problems: string[] = [];
    const plan = planRetrieval(text, uri, ({ line, message }) => {
      problems.push(l10n.t('Line {0}: {1}', line, message));
    });
    if (plan && plan.questions.length > 0) return plan;
    const { scheme, authority, path } = vscode.Uri.parse(uri, true);
    await vscode.window.showTextDocument(vscode.Uri.from({ scheme, authority, path }));
    throw new AppError('badFile', l10n.t('{0} has no questions to run.', promptFileName(uri)), {
      hint: plainText(problems[0] ?? l10n.t('Add “questions” to the file.')),
    });
  }
}

/** Returns the URI of the selected file, by default the active editor's. Undefined for other files. */
function activeFile(clicked: FileTarget | undefined): string | undefined {
  const uri = clicked ? vscode.Uri.from(clicked) : vscode.window.activeTextEditor?.document.uri;
  const address = uri?.toString() ?? '';
  return isRetrieval(address) ? address : undefined;
}

function isRetrieval(uri: string): boolean {
  return uri.endsWith(RETRIEVAL_ENDING);
}
