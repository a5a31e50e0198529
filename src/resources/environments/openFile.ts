import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownSize } from '../../base/format';
import { commandId } from '../../catalog/commands';
import { entryPath } from '../../catalog/documents';
import { FILES_SCHEME } from '../../catalog/ids';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import { pathIn } from '../../service/environmentFiles';
import type { Store } from '../../service/store';
import { MAX_OPEN_BYTES } from './editedFiles';

export async function openFile(
  { store, prompts }: { readonly store: Store; readonly prompts: Pick<Prompts, 'notify'> },
  ref: ResourceRef,
  preserveFocus: boolean,
): Promise<void> {
  const known = store.find(ref);
  const size = (known && kindRow(ref.kind).size?.(known)) ?? 0;
  if (size > MAX_OPEN_BYTES) {
    const [name, most] = [plainText(pathIn(ref)), shownSize(MAX_OPEN_BYTES)];
    const save = l10n.t('Save As…');
    const message = l10n.t('{0} is too large to open in the editor. The limit is {1}.', name, most);
    if ((await prompts.notify('warning', message, save)) === save) {
      await vscode.commands.executeCommand(commandId('saveFilesAs'), ref);
    }
    return;
  }
  const uri = vscode.Uri.from({ scheme: FILES_SCHEME, path: entryPath(ref) });
  await vscode.commands.executeCommand('vscode.open', uri, { preview: true, preserveFocus });
}
