import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../base/errors';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import type { Connection } from '../service/connection';
import { otherPlace, placeIn, usualPlace } from './windowMenu';
import type { RecordingsPlace } from './windowMode';

type Named = Pick<Connection, 'id' | 'name'>;

/** Where the recordings of this window are kept, as it was chosen last. */
export class WindowPlaces {
  readonly #prompts: Prompts;
  readonly #chosen = new Map<string, RecordingsPlace>();

  constructor(prompts: Prompts) {
    this.#prompts = prompts;
  }

  /** The place that was chosen for a connection, or the only one that it can be. */
  known(connection: Named): RecordingsPlace | undefined {
    const [first, ...others] = localFolders();
    const only = first && others.length === 0;
    return (
      this.#chosen.get(connection.id) ??
      (only ? { project: first.path, recordings: usualPlace(connection) } : undefined)
    );
  }

  /** Asks for the workspace folder, or for any folder where the window has none. Undefined when dismissed. */
  async choose(connection: Named): Promise<RecordingsPlace | undefined> {
    const folders = localFolders();
    const place =
      folders.length === 0
        ? await anyFolder()
        : await placeIn(this.#prompts, folders, usualPlace(connection));
    if (place) this.#chosen.set(connection.id, place);
    return place;
  }

  /** Asks for another place than the one of now. Undefined when dismissed. */
  async change(
    connection: Named,
    now: RecordingsPlace | undefined,
  ): Promise<RecordingsPlace | undefined> {
    if (localFolders().length === 0) return await this.choose(connection);
    const from = now ?? (await this.choose(connection));
    const usual = usualPlace(connection);
    const place = from && (await otherPlace(this.#prompts, from, usual));
    if (place) this.#chosen.set(connection.id, place);
    return place;
  }
}

/** Folders of the workspace that lie on this machine: the emulator reads and writes there. */
function localFolders() {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri, name }) => ({ uri: uri.toString(), name: plainText(name), path: uri.fsPath }));
}

async function anyFolder(): Promise<RecordingsPlace | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      ...{ title: l10n.t('Recordings Folder'), openLabel: l10n.t('Keep Recordings Here') },
      ...{ canSelectFiles: false, canSelectFolders: true },
    })) ?? [];
  if (!uri) return undefined;
  if (uri.scheme === 'file') return { project: uri.fsPath, recordings: '.' };
  throw new AppError(
    'notReadable',
    l10n.t('Recordings can only be kept in the file system of this machine.'),
  );
}
