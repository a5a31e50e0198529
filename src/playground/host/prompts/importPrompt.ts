import * as l10n from '@vscode/l10n';
import { safeFileName } from '../../../platform/safeFiles';
import {
  PROMPT_ENDING,
  type PromptFile,
  promptFileName,
} from '../../../conversation/model/promptFile';
import { openPrompt, type PromptPanels } from './openPrompt';
import { type PromptDeps, requireTrust } from './promptFiles';
import { readPrompt } from '../../../conversation/prompts/readPrompt';
import { fieldsOf, promptText, withEnding } from './savePrompt';

/**
 * Saves a prompt that was imported as a prompt file where the user wants it, and opens it in a playground. Answers
 * whether it was saved. `from` is the address of the file that it was in. Throws `AppError` and `CancelledError`.
 */
export async function importPrompt(
  { prompt, from }: { readonly prompt: PromptFile; readonly from: string },
  parts: PromptDeps,
  panels: PromptPanels,
): Promise<boolean> {
  const { files, prompts } = parts;
  requireTrust(parts);
  const stem = promptFileName(from).replace(/\.prompt$/, '');
  const chosen = await files.saveAs(safeFileName(stem, PROMPT_ENDING, 'prompt'), from);
  if (chosen === undefined) return false;
  const uri = withEnding(chosen);
  const name = promptFileName(uri);
  const present = await files.read(uri);
  if (uri !== chosen && present !== undefined) {
    const question = l10n.t('{0} is there already.', name);
    const overwrite = l10n.t('Overwrite');
    if (!(await prompts.confirm(question, { actions: [overwrite] }))) return false;
  }
  const text = promptText(prompt, present, fieldsOf(present, name));
  await files.write(uri, text);
  await openPrompt({ uri, text, prompt: readPrompt(text, name) }, parts, panels);
  return true;
}
