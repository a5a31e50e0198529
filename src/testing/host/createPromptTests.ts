import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, CancelledError, messageWithHint } from '../../base/errors';
import { contextKey, type ContextKeys, HAS_TEST_RUNS } from '../../catalog/ids';
import { plainText } from '../../platform/plainText';
import { toSignal } from '../../platform/progress';
import type { NumberSettings } from '../../service/numberSetting';
import type { CaseResult } from '../result';
import { VerdictFile } from '../nodeFiles';
import type { TestFiles } from '../planFile';
import type { PromptAccess, TestingHost } from './context';
import {
  PROFILES,
  type Profile,
  RUN,
  type Succession,
  currentCases,
  hasRecordings,
  successionProfile,
} from './profiles';
import { fileOf, PromptTestTree } from './promptTestTree';
import { rowOf } from './reportCells';
import { type KeptRun, RunJournal } from './runJournal';
import { runTests } from './runTests';
import { TestReport } from './testReport';
import type { ChosenCase, ChosenQuestion, ChosenTests } from './testRows';

export interface PromptTests extends Disposable {
  readonly tree: PromptTestTree;
  readonly journal: RunJournal;
  readonly access: () => Promise<PromptAccess>;
  /** Runs test files with a profile, by default all files. Throws `AppError` (`noTests`) if there are none. */
  readonly run: (
    profile: string,
    token: vscode.CancellationToken,
    uris?: readonly string[],
  ) => Promise<void>;
  /**
   * Reruns tests as currently defined. Throws `AppError` (`noTests`) if none exists.
   * @param original run that the results are from
   */
  readonly rerun: (
    results: readonly CaseResult[],
    original: Pick<KeptRun, 'profile' | 'replayed'>,
  ) => Promise<void>;
  /** Runs displayed test cases by report ID. Throws `AppError` (`noTests`) if none exists. */
  readonly runCases: (rows: ReadonlySet<string>, profile: string) => Promise<void>;
  /** Returns the models of all test cases, by resource name. */
  readonly models: () => Promise<readonly string[]>;
  /**
   * Runs the test cases of a model with its successor too. Returns the ID of the run, or undefined if it didn't start.
   * Throws `AppError` (`noTests`) if no test case uses the model.
   */
  readonly compareSuccessor: (succession: Succession) => Promise<string | undefined>;
  /** Offers to delete temporary documents of chunk-size comparisons that the last window didn't complete. */
  readonly offerLeftSweeps: () => Promise<void>;
  readonly cancel: () => void;
}

export function createPromptTests(
  controller: vscode.TestController,
  host: TestingHost,
  settings: NumberSettings,
): PromptTests {
  const disposables = new DisposableStore();
  const files = lazy(async () => testFiles(await host.promptFiles()));
  const tree = disposables.add(new PromptTestTree(controller, files));
  const { storageUri, globalStorageUri } = host.context;
  const folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'promptTests').fsPath;
  const journal = new RunJournal(folder, host.log);
  disposables.add(
    journal.onDidChange(({ kind }) => {
      if (kind !== 'begun') return;
      const hasRuns: ContextKeys['hasTestRuns'] = true;
      void vscode.commands.executeCommand('setContext', contextKey('hasTestRuns'), hasRuns);
      void host.context.workspaceState.update(HAS_TEST_RUNS, hasRuns);
    }),
  );
  const running = new Set<AbortController>();
  const verdicts = new VerdictFile(folder, 'verdicts.json');
  for (const profile of PROFILES) {
    const made = controller.createRunProfile(
      profile.label(),
      vscode.TestRunProfileKind.Run,
      (request, token) => handle(profile, request, token),
      profile.isDefault ?? false,
    );
    made.supportsContinuousRun = profile.isContinuous ?? false;
    disposables.add(made);
  }
  controller.refreshHandler = () => tree.refresh();
  return {
    tree,
    journal,
    access: host.promptFiles,
    run: async (id, token, uris) => {
      const profile = PROFILES.find((one) => one.id === id);
      if (!profile) return;
      if (!uris) await tree.readAll();
      if (!uris && controller.items.size === 0) {
        throw new AppError('noTests', l10n.t('No file in this workspace has tests yet.'), {
          hint: l10n.t('Add test cases to a prompt file to define assertions for its responses.'),
        });
      }
      for (const uri of uris ?? []) await tree.open(uri);
      const items = uris?.flatMap((uri) => controller.items.get(uri) ?? []);
      await handle(profile, new vscode.TestRunRequest(items), token);
    },
    rerun,
    runCases: async (rows, id) => {
      const profile = PROFILES.find((one) => one.id === id) ?? RUN;
      await runChosen(profile, allOf(await tree.rows.chosenBy((group) => rows.has(rowOf(group)))));
    },
    models: async () => [
      ...new Set((await allCases()).map(({ planned }) => planned.variant.model)),
    ],
    compareSuccessor: async (succession) => {
      const { model } = succession;
      const cases = (await allCases()).filter(({ planned }) => planned.variant.model === model);
      const files = new Map<string, boolean>();
      for (const { planned } of cases) files.set(planned.own, await hasRecordings(planned.own));
      const profile = successionProfile(succession, (uri) => files.get(uri) === true);
      return await runChosen(profile, cases);
    },
    offerLeftSweeps: async () => (await import('./sweepCleanup')).offerSweepCleanup(host),
    cancel,
    dispose: () => {
      journal.close();
      cancel();
      disposables.dispose();
    },
  };

  function cancel(): void {
    for (const one of running) one.abort(new CancelledError());
  }

  async function allCases(): Promise<readonly ChosenCase[]> {
    // Also finds unsaved test cases of files that had none.
    await tree.refresh();
    await tree.openAgain();
    return (await tree.rows.chosenBy(() => true)).cases;
  }

  async function rerun(
    results: readonly CaseResult[],
    { profile: id, replayed }: Pick<KeptRun, 'profile' | 'replayed'>,
  ): Promise<void> {
    await tree.readAll();
    await tree.openAgain();
    const profile = PROFILES.find((one) => one.id === id) ?? RUN;
    if (!profile.planCases) {
      const ids = new Set(results.map((result) => result.id));
      const chosen = await tree.rows.chosenBy((group, index) => ids.has(group.idAt(index)));
      await runChosen(profile, allOf(chosen));
      return;
    }
    const again: Profile = {
      ...profile,
      ...(replayed !== undefined && { replayed }),
      planCases: async (now) => currentCases(results, now),
    };
    const wanted = new Set(results.map(rowOf));
    const { cases } = await tree.rows.chosenBy((group) => wanted.has(rowOf(group)));
    await runChosen(again, currentCases(results, cases));
  }

  async function runChosen(
    profile: Profile,
    asked: readonly { readonly item: vscode.TestItem }[],
  ): Promise<string | undefined> {
    if (asked.length === 0) {
      throw new AppError('noTests', l10n.t('These test cases no longer exist in any file.'), {
        hint: l10n.t('Run the current tests in the Test Explorer.'),
      });
    }
    const items = [...new Set(asked.map(({ item }) => item))];
    const source = new vscode.CancellationTokenSource();
    try {
      return await runOnce(profile, new vscode.TestRunRequest(items), items, source.token);
    } finally {
      source.dispose();
    }
  }

  async function handle(
    profile: Profile,
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    if (!request.continuous) {
      await runOnce(profile, request, request.include, token);
      return;
    }
    // Continuous run: reruns the selected tests of saved files until canceled.
    const watch = tree.onDidSave((uri) => {
      const file = controller.items.get(uri);
      if (file) void runOnce(profile, request, chosenIn(file, request.include), token);
    });
    token.onCancellationRequested(() => {
      watch.dispose();
    });
  }

  function chosenIn(
    file: vscode.TestItem,
    include: readonly vscode.TestItem[] | undefined,
  ): readonly vscode.TestItem[] {
    if (!include) return [file];
    return include.filter((item) => fileOf(item) === file);
  }

  /** Returns the ID of the run. Undefined if it was canceled or failed to start. */
  async function runOnce(
    profile: Profile,
    request: vscode.TestRunRequest,
    include: readonly vscode.TestItem[] | undefined,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    if (!include) await tree.readAll();
    // Reloads, since file events arrive late.
    await tree.openAgain(include);
    const chosen = await tree.rows.chosen(include, request.exclude);
    let { cases, questions } = chosen;
    if (cases.length + questions.length === 0) return undefined;
    if (profile.planCases) {
      try {
        cases = await profile.planCases(cases, host);
      } catch (error) {
        if (!CancelledError.is(error)) void host.report('prompt tests', error);
        return undefined;
      }
      questions = [];
    }
    const run = controller.createTestRun(request);
    const rows = new Map([...cases, ...questions].map(({ planned, item }) => [planned.id, item]));
    const report = new TestReport(run, rows, (uri) => controller.items.get(uri));
    const own = new AbortController();
    running.add(own);
    const signal = AbortSignal.any([toSignal(token), toSignal(run.token), own.signal]);
    try {
      const access = await host.promptFiles();
      const deps = { host, access, settings, journal, files: await files(), verdicts };
      const { id, recorded, replayed } = profile;
      const wanted = {
        profile: id,
        cases: cases.map(({ planned }) => planned),
        questions: questions.map(({ test }) => test),
        ...(recorded && { recorded }),
        replayed,
      };
      return await runTests(wanted, deps, report, signal);
    } catch (error) {
      if (!CancelledError.is(error)) {
        report.fail(messageWithHint(error));
        host.log.warn(`prompt tests: ${plainText(messageWithHint(error))}`);
        void host.report('prompt tests', error);
      }
      return undefined;
    } finally {
      running.delete(own);
      run.end();
    }
  }
}

function allOf({ cases, questions }: ChosenTests): readonly (ChosenCase | ChosenQuestion)[] {
  return [...cases, ...questions];
}

function testFiles(access: PromptAccess): TestFiles {
  return {
    async read(uri) {
      const text = await access.read(uri);
      if (text !== undefined) return text;
      throw new AppError('noFile', l10n.t('The file doesn’t exist.'));
    },
    open: (uri, signal) => access.open(uri, signal),
    resolve: (from, path) => access.resolve(from, path),
  };
}
