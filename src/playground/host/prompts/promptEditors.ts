import * as vscode from 'vscode';
import { systemClock } from '../../../base/clock';
import { DisposableSlot, DisposableStore, type Disposable } from '../../../base/disposable';
import { commandId } from '../../../catalog/ids';
import { ProblemMarks } from '../../../platform/problemMarks';
import type { TextProblem } from '../../../platform/textProblem';
import { elapsed } from './elapsed';
import { resultAddress } from './promptResult';

/** What stands above prompt files in editors, and what is marked in them. */
export class PromptEditors implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #marks = this.#disposables.add(new ProblemMarks('generativeLanguage.prompt'));
  readonly #timer = this.#disposables.add(new DisposableSlot<Disposable>());
  readonly #changed: () => void;

  /** @param changed What stands above them is another by now. */
  constructor(changed: () => void) {
    this.#changed = changed;
    const clear = ({ uri }: vscode.TextDocument): void => this.#marks.clear(uri);
    const { workspace } = vscode;
    this.#disposables.add(workspace.onDidChangeTextDocument(({ document }) => clear(document)));
    this.#disposables.add(workspace.onDidCloseTextDocument(clear));
  }

  async lenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
    const { l10n } = vscode;
    const rows: vscode.Command[] = [
      { title: `$(play) ${l10n.t('Run')}`, command: commandId('runPrompt'), arguments: [uri] },
      {
        title: l10n.t('Open in Playground'),
        command: commandId('openPrompt'),
        arguments: [uri],
      },
    ];
    const result = vscode.Uri.parse(resultAddress(uri.toString()), true);
    const ranAt = await changeTime(result);
    if (ranAt !== undefined) {
      const { text, nextMs } = elapsed(systemClock.now() - ranAt, vscode.env.language);
      rows.push({
        title: l10n.t('Last result {0}', text),
        tooltip: l10n.t('Open the Last Result'),
        command: 'vscode.open',
        arguments: [result, { viewColumn: vscode.ViewColumn.Beside }],
      });
      this.#timer.value = systemClock.schedule(nextMs, () => this.#changed());
    }
    const range = new vscode.Range(0, 0, 0, 0);
    return rows.map((command) => new vscode.CodeLens(range, command));
  }

  mark(uri: string, problems: readonly TextProblem[]): void {
    const address = vscode.Uri.parse(uri, true).toString();
    const { textDocuments } = vscode.workspace;
    const document = textDocuments.find((one) => one.uri.toString() === address);
    if (document) this.#marks.set(document, problems);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** In milliseconds since 1970; undefined where there is no such file. */
async function changeTime(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    // No result yet.
    return undefined;
  }
}
