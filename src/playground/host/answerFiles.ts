import * as l10n from '@vscode/l10n';
import { vscodeLocalFiles } from '../../platform/localFiles';
import type { Prompts } from '../../platform/prompts';
import type { AnswerFile } from './panelDeps';

/** Writes content of a message where the user wants it. */
export async function saveFile(
  { name, extension, bytes }: AnswerFile,
  prompts: Pick<Prompts, 'notify'>,
): Promise<void> {
  const target = await vscodeLocalFiles.saveAs({
    title: l10n.t('Save Content of the Message'),
    name,
    filter: { name: extension.toUpperCase(), extensions: [extension] },
  });
  if (!target) return;
  await target.write(oneOf(bytes));
  // Not waited for: it stays until somebody takes it away.
  void prompts.notify('info', l10n.t('Saved to {0}.', target.path));
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
