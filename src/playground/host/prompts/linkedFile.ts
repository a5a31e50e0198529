import * as l10n from '@vscode/l10n';
import { promptFileName } from '../../../conversation/model/promptFile';
import type { PromptDeps } from './promptFiles';

/**
 * The address of the prompt file that a conversation belongs to. Asks where the file is gone: answers the one that the
 * user chooses in its place, `new` to save another one, and undefined when dismissed.
 */
export async function linkedFile(
  uri: string,
  { files, prompts }: Pick<PromptDeps, 'files' | 'prompts'>,
): Promise<{ readonly uri: string } | 'new' | undefined> {
  if ((await files.read(uri)) !== undefined) return { uri };
  const [choose, save] = [l10n.t('Choose Moved File…'), l10n.t('Save As…')];
  const chosen = await prompts.confirm(l10n.t('Couldn’t find {0}.', promptFileName(uri)), {
    detail: l10n.t('The file was renamed, moved, or deleted. Nothing was written.'),
    actions: [choose, save],
  });
  if (chosen !== choose) return chosen === save ? 'new' : undefined;
  const moved = await files.choose(uri);
  return moved === undefined ? undefined : { uri: moved };
}
