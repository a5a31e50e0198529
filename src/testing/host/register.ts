import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { CommandHandlers } from '../../catalog/commands';
import {
  contextKey,
  type ContextKeys,
  HAS_TEST_RUNS,
  RUNNING_SWEEPS_KEY,
  TEST_REPORT_PANEL,
} from '../../catalog/ids';
import type { NumberSettings } from '../../service/numberSetting';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import type { SuccessorTests, TestCommands } from './testCommands';

const COMMANDS = [
  'runRetrievalQuestions',
  'sweepChunkSizes',
  'runTestCases',
  'openTestAnswer',
  'showTestAnswer',
  'showTestExchange',
  'showTestReport',
  'compareTestRuns',
  'exportTestReport',
] as const;

export interface TestingRoom extends Disposable {
  readonly handlers: CommandHandlers<(typeof COMMANDS)[number]>;
  readonly load: () => Promise<PromptTests>;
  readonly controller: vscode.TestController;
  readonly commands: () => Promise<TestCommands>;
  readonly successors: SuccessorTests;
}

const TESTS = /\.(prompt|retrieval)\.json$/;
const CASES = /\.cases\.([ct]sv|jsonl)$/;

/** Registers prompt tests. Loads on demand with Test Explorer or the first prompt file. */
export function registerTesting(host: TestingHost, settings: NumberSettings): TestingRoom {
  const disposables = new DisposableStore();
  const { tests, workspace } = vscode;
  const controller = disposables.add(
    tests.createTestController('generativeLanguage', l10n.t('Prompt Tests')),
  );
  const { workspaceState } = host.context;
  const hasRuns: ContextKeys['hasTestRuns'] = workspaceState.get(HAS_TEST_RUNS) === true;
  void vscode.commands.executeCommand('setContext', contextKey('hasTestRuns'), hasRuns);
  const load = lazy(async () => {
    const { createPromptTests } = await import('./createPromptTests');
    return disposables.add(createPromptTests(controller, host, settings));
  });
  controller.resolveHandler = async (item) => {
    const { tree } = await load();
    await (item ? tree.resolve(item) : tree.readAll());
  };
  const edit = lazy(async () => {
    const { createTestEditors } = await import('./testEditors');
    disposables.add(createTestEditors(host, isOurs, await load()));
  });
  const open = (document: vscode.TextDocument): void => {
    if (!isOurs(document)) return;
    void edit();
    const { uri } = document;
    if (TESTS.test(uri.path)) void load().then(({ tree }) => tree.open(uri.toString()));
  };
  disposables.add(workspace.onDidOpenTextDocument(open));
  workspace.textDocuments.forEach(open);
  if (workspaceState.get(RUNNING_SWEEPS_KEY)) {
    void load().then(({ offerLeftSweeps }) => offerLeftSweeps());
  }
  const commands = lazy(async () => {
    const { testCommands } = await import('./testCommands');
    return disposables.add(testCommands(host, await load(), controller));
  });
  disposables.add(
    vscode.window.registerWebviewPanelSerializer(TEST_REPORT_PANEL, {
      async deserializeWebviewPanel(panel, state: unknown) {
        (await commands()).reports.restore(panel, state);
      },
    }),
  );
  return {
    load,
    controller,
    commands,
    successors: lazyFunctions(['models', 'compare'], async () => (await commands()).successors),
    handlers: lazyFunctions(COMMANDS, async () => (await commands()).handlers),
    dispose: () => disposables.dispose(),
  };
}

function isOurs({ uri }: vscode.TextDocument): boolean {
  const isThere = uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isThere && (TESTS.test(uri.path) || CASES.test(uri.path));
}
