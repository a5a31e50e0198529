import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { AppError } from '../../base/errors';
import { commandId, type CommandHandlers } from '../../catalog/commands';
import type { TestAnswerTarget } from '../../catalog/ref';
import { vscodeLocalFiles } from '../../platform/localFiles';
import { promptFileName } from '../../conversation/model/promptFile';
import type { AttemptResult, CaseResult } from '../result';
import { readPromptTests } from '../promptTests';
import { mergedSettings } from '../plan';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import { findSavedExchange } from './savedExchange';
import type { Succession } from './profiles';
import { ReportPanel } from './reportPanel';
import { retrievalCommands } from './retrievalCommands';
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
