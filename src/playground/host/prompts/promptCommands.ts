import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../../base/errors';
import type { FileTarget } from '../../../base/fileTarget';
import type { CommandHandlers } from '../../../catalog/commands';
import type { TextProblem } from '../../../platform/diagnostics';
import type { PlaygroundHost } from '../../../conversation/session/context';
import { openPrompt, type PromptPanels } from './openPrompt';
import { PROMPT_ENDING, promptFileName } from '../../../conversation/model/promptFile';
import { promptDeps } from './vscodePromptFiles';
import { PromptFileError, readPrompt } from '../../../conversation/prompts/readPrompt';
import { type OpenPrompt, runPrompt } from './runPrompt';
import { saveTestCase } from './saveTestCase';

/** Prompt files in editors. */
export interface PromptFileEditors {
  /** What stands above them is another. */
  refresh(): void;
  /** Marks what is wrong in one, in the place of what was marked there before. */
  mark(uri: string, problems: readonly TextProblem[]): void;
}

const EXCLUDED = '**/{node_modules,.git}/**';
/** Prompt files that are compared with what was sent. */
const MOST_FILES = 500;

type Names = 'runPrompt' | 'openPrompt' | 'savePrompt' | 'saveTestCase' | 'saveExchangeCase';

/** Commands on prompt files: on the one that was clicked, else on that of the active editor. */
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
      throw new AppError('noPrompt', l10n.t('There is no prompt file to work on.'), {
        hint: l10n.t('Open one whose name ends with .prompt.json.'),
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
    async saveTestCase() {
      const { current } = await panels();
      if (current) await saveTestCase(promptDeps(host), current.session);
    },
    async saveExchangeCase(target) {
      if (!target) return;
      const { askedExchange, saveExchangeCase } = await import('./exchangeCase');
      const { workspace } = vscode;
      const find = async (): Promise<readonly string[]> =>
        (await workspace.findFiles(`**/*${PROMPT_ENDING}`, EXCLUDED, MOST_FILES)).map(String);
      const exchange = askedExchange(host.traffic, target.exchange);
      await saveExchangeCase(exchange, { ...promptDeps(host), find });
    },
  };
}

/** The address of the file that was clicked, else of that in the active editor. */
function activeFile(clicked: FileTarget | undefined): string | undefined {
  const uri = clicked ? vscode.Uri.from(clicked) : vscode.window.activeTextEditor?.document.uri;
  return uri?.toString();
}
