import { AppError } from '../../../base/errors';
import type { FileTarget } from '../../../base/fileTarget';
import type { CommandHandlers } from '../../../catalog/commands';
import type { CommandParts } from '../playgroundCommands';
import { activeFile } from './activeFile';
import { openPrompt } from './openPrompt';
import { promptFileName } from './promptFileName';
import { promptParts } from './promptParts';
import { PromptFileError, readPrompt } from './readPrompt';
import { runPrompt, type OpenPrompt } from './runPrompt';

type Names = 'runPrompt' | 'openPrompt' | 'savePrompt';

/** Commands on prompt files: on the one that was clicked, else on that of the active editor. */
export function promptCommands(commands: CommandParts): CommandHandlers<Names> {
  const { host, panels, promptFiles } = commands;

  async function read(clicked: FileTarget | undefined): Promise<OpenPrompt> {
    const { files, l10n } = promptParts(host);
    const uri = activeFile(clicked);
    const text = uri === undefined ? undefined : await files.read(uri);
    if (uri === undefined || text === undefined) {
      throw new AppError('noPrompt', l10n.t('There is no prompt file to work on.'), {
        hint: l10n.t('Open one whose name ends with .prompt.json.'),
      });
    }
    promptFiles.mark(uri, []);
    try {
      return { uri, text, prompt: readPrompt(text, promptFileName(uri), l10n) };
    } catch (error) {
      if (error instanceof PromptFileError) promptFiles.mark(uri, [error.problem]);
      throw error;
    }
  }

  return {
    async runPrompt(clicked) {
      const prompt = await read(clicked);
      const { services } = await panels();
      await runPrompt(prompt, promptParts(host), services);
      promptFiles.refresh();
    },
    async openPrompt(clicked) {
      await openPrompt(await read(clicked), promptParts(host), await panels());
    },
    async savePrompt() {
      (await panels()).current?.tell({ name: 'savePrompt' });
    },
  };
}
