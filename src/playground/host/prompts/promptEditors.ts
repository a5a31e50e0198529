import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Debouncer } from '../../../base/async';
import { relativeTime, untilRelativeTimeChanges } from '../../../base/format';
import { systemClock } from '../../../base/clock';
import { type Disposable, DisposableSlot, DisposableStore } from '../../../base/disposable';
import { type CommandHandlers, commandId } from '../../../catalog/commands';
import { ProblemMarks, type TextProblem } from '../../../platform/diagnostics';
import { codeLens, type LensTexts } from '../../../platform/textDocuments';
import { PROMPT_ENDING, promptFileName } from '../../../conversation/model/promptFile';
import { promptProblems } from './promptProblems';
import { type OpenPrompt, resultAddress, runPrompt } from './runPrompt';
import { findPromptFiles, promptDeps, VscodePromptFiles } from './vscodePromptFiles';
import { AppError } from '../../../base/errors';
import type { FileTarget } from '../../../base/fileTarget';
import type { PlaygroundHost } from '../../../conversation/session/context';
import { openPrompt, type PromptPanels } from './openPrompt';
import { PromptFileError, readPrompt } from '../../../conversation/prompts/readPrompt';
import { saveTestCase } from './saveTestCase';

/** Debounce, in ms. */
const DELAY_MS = 400;

export class PromptEditors implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #marks = this.#disposables.add(new ProblemMarks('generativeLanguage.prompt'));
  readonly #checks = this.#disposables.add(new ProblemMarks('generativeLanguage.promptCheck'));
  readonly #checking = this.#disposables.add(
    new Debouncer(systemClock, DELAY_MS, () => this.#checkAll()),
  );
  readonly #timer = this.#disposables.add(new DisposableSlot<Disposable>());
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
    const clear = ({ uri }: vscode.TextDocument): void => this.#marks.clear(uri);
    const { workspace } = vscode;
    const checkSoon = (): void => this.#checking.trigger();
    const events = [
      workspace.onDidChangeTextDocument(({ document }) => {
        clear(document);
        if (isPrompt(document)) checkSoon();
      }),
      workspace.onDidCloseTextDocument((document) => {
        clear(document);
        this.#checks.clear(document.uri);
      }),
      workspace.onDidOpenTextDocument((document) => {
        if (isPrompt(document)) checkSoon();
      }),
      // Attachments can change outside of VS Code, so checks again on focus.
      vscode.window.onDidChangeActiveTextEditor(checkSoon),
      workspace.onDidCreateFiles(checkSoon),
      workspace.onDidDeleteFiles(checkSoon),
      workspace.onDidRenameFiles(checkSoon),
    ];
    for (const event of events) this.#disposables.add(event);
    checkSoon();
    this.#disposables.add(workspace.onDidGrantWorkspaceTrust(() => this.#changed()));
  }

  async lenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
    const address = resultAddress(uri.toString());
    const rows: LensTexts[] = vscode.workspace.isTrusted
      ? [
          {
            icon: 'play',
            title: l10n.t('Run and Save to {0}', promptFileName(address)),
            tooltip: l10n.t('Send the prompt and write the response to this file'),
            command: commandId('runPrompt'),
            arguments: [uri],
          },
          {
            title: l10n.t('Open in Playground'),
            command: commandId('openPrompt'),
            arguments: [uri],
          },
        ]
      : [
          {
            icon: 'workspace-untrusted',
            title: l10n.t('Trust This Workspace to Run the Prompt'),
            tooltip: l10n.t('Prompt files can be run and written only in a trusted workspace.'),
            command: 'workbench.trust.manage',
          },
        ];
    const result = vscode.Uri.parse(address, true);
    const ranAt = await changeTime(result);
    if (ranAt !== undefined) {
      const now = systemClock.now();
      rows.push({
        title: l10n.t('Last Result ({0})', relativeTime(ranAt, now, vscode.env.language)),
        tooltip: l10n.t('Open Last Result'),
        command: 'vscode.open',
        arguments: [result, { viewColumn: vscode.ViewColumn.Beside }],
      });
      this.#timer.value = systemClock.schedule(untilRelativeTimeChanges(ranAt, now), () =>
        this.#changed(),
      );
    }
    return rows.map(codeLens);
  }

  #checkAll(): void {
    for (const document of vscode.workspace.textDocuments.filter(isPrompt)) {
      const { version } = document;
      const files = new VscodePromptFiles();
      const parts = { files };
      void promptProblems(document.getText(), document.uri.toString(), parts).then((problems) => {
        // Skips outdated results; a check of the newer text follows.
        if (!document.isClosed && document.version === version)
          this.#checks.set(document, problems);
      });
    }
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

function isPrompt({ uri }: vscode.TextDocument): boolean {
  const isOurs = uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isOurs && uri.path.endsWith(PROMPT_ENDING);
}

/** In ms since 1970. Undefined if the file doesn't exist. */
async function changeTime(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    return undefined;
  }
}

export interface PromptFileEditors {
  refresh(): void;
  mark(uri: string, problems: readonly TextProblem[]): void;
}

type Names =
  | 'runPrompt'
  | 'openPrompt'
  | 'savePrompt'
  | 'applyPreset'
  | 'saveTestCase'
  | 'saveExchangeCase';

export function promptCommands(
  host: PlaygroundHost,
  panels: () => Promise<PromptPanels>,
  editors: PromptFileEditors,
): CommandHandlers<Names> {
  async function read(clicked: FileTarget | undefined): Promise<OpenPrompt> {
    const { files } = promptDeps(host);
    const uri = activeFile(clicked);
    const text = uri === undefined ? undefined : await files.read(uri);
    if (uri === undefined || text === undefined) {
      throw new AppError('noPrompt', l10n.t('There is no active prompt file.'), {
        hint: l10n.t('Open a .prompt.json file.'),
      });
    }
    editors.mark(uri, []);
    try {
      return { uri, text, prompt: readPrompt(text, promptFileName(uri)) };
    } catch (error) {
      if (error instanceof PromptFileError) editors.mark(uri, [error.problem]);
      throw error;
    }
  }

  return {
    async runPrompt(clicked) {
      const prompt = await read(clicked);
      const { services } = await panels();
      await runPrompt(prompt, promptDeps(host), services);
      editors.refresh();
    },
    async openPrompt(clicked) {
      await openPrompt(await read(clicked), promptDeps(host), await panels());
    },
    async savePrompt() {
      (await panels()).current?.tell({ name: 'savePrompt' });
    },
    async applyPreset() {
      (await panels()).current?.tell({ name: 'managePresets' });
    },
    async saveTestCase() {
      const { current } = await panels();
      if (current) await saveTestCase(promptDeps(host), current.session);
    },
    async saveExchangeCase(target) {
      if (!target) return;
      const { promptExchange, saveExchangeCase } = await import('./exchangeCase');
      const find = async (): Promise<readonly string[]> => (await findPromptFiles()).map(String);
      const exchange = promptExchange(host.traffic, target.exchange);
      await saveExchangeCase(exchange, { ...promptDeps(host), find });
    },
  };
}

function activeFile(clicked: FileTarget | undefined): string | undefined {
  const uri = clicked ? vscode.Uri.from(clicked) : vscode.window.activeTextEditor?.document.uri;
  return uri?.toString();
}
