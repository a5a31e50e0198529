import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, CancelledError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { type CommandHandlers, commandId } from '../../catalog/commands';
import { plainText } from '../../platform/plainText';
import { promptFileName } from '../../conversation/model/promptFile';
import { planRetrieval, type RetrievalPlan } from '../retrieval/runFiles';
import { RETRIEVAL_ENDING } from '../retrieval/retrievalFile';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';

type Tests = Pick<PromptTests, 'tree' | 'run' | 'access'>;

export function retrievalCommands(
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
