import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ServiceError } from '../../api/errors';
import { AppError } from '../../base/errors';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Emitter } from '../../base/event';
import { shownSize } from '../../base/format';
import { commandId } from '../../catalog/commands';
import { entryPath, parseEntryPath } from '../../catalog/documents';
import { FILES_SCHEME } from '../../catalog/ids';
import { kindRow } from '../../catalog/kinds/index';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { FileCalls, Host } from '../../platform/host';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import { showBriefly } from '../../platform/statusBar';
import { fileError, unavailable } from '../../platform/textDocuments';
import { textAt } from '../../base/json';
import { entriesIn, type EnvironmentEntry, pathIn } from '../../service/environmentFiles';
import type { Services } from '../../service/services';
import type { Store, StoreChange } from '../../service/store';
import { EditedFiles, type EditedFilesDeps, isChanged, MAX_OPEN_BYTES } from './editedFiles';

interface EntryFileDeps
  extends Pick<Host, 'prompts' | 'documents'>, Pick<EditedFilesDeps, 'clock'> {
  readonly services: Pick<Services, 'calls' | 'clients' | 'store'>;
}

const { Changed } = vscode.FileChangeType;

/** VS Code file system of environment files on the server. */
export class EntryFileSystem implements FileCalls, Disposable {
  readonly #deps: EntryFileDeps;
  readonly #edited: EditedFiles;
  readonly #changed: Emitter<vscode.FileChangeEvent[]>;
  readonly #byHand = new Map<string, boolean>();
  /** Files to read again after VS Code has finished the save. */
  readonly #stale = new Set<string>();
  readonly #subscriptions = new DisposableStore();

  constructor(deps: EntryFileDeps, changed: Emitter<vscode.FileChangeEvent[]>) {
    this.#deps = deps;
    this.#changed = changed;
    this.#edited = new EditedFiles({ ...deps });
    const { onDidCloseTextDocument, onDidSaveTextDocument, onWillSaveTextDocument } =
      vscode.workspace;
    const ours = (run: (key: string, document: vscode.TextDocument) => void) => {
      return (document: vscode.TextDocument): void => {
        const ref = refOf(document.uri);
        if (ref) run(refKey(ref), document);
      };
    };
    for (const subscription of [
      onDidCloseTextDocument(ours((key) => this.#edited.states.forget(key))),
      onDidSaveTextDocument(
        ours((key, { uri }) => {
          if (!this.#stale.delete(key)) return;
          this.#edited.states.forget(key);
          this.#changed.fire([{ type: Changed, uri }]);
        }),
      ),
      onWillSaveTextDocument(({ document, reason }) => {
        const isByHand = reason === vscode.TextDocumentSaveReason.Manual;
        ours((key) => this.#byHand.set(key, isByHand))(document);
      }),
      deps.services.store.onDidChange((change) => this.#follow(change)),
    ]) {
      this.#subscriptions.add(subscription);
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const ref = requireRef(uri);
    const shown = isOpen(uri) ? this.#edited.states.get(refKey(ref)) : undefined;
    const type = vscode.FileType.File;
    if (shown) return { type, ctime: 0, mtime: shown.mtime, size: shown.shownSize };
    const entry = await orFileError(uri, () => this.#edited.find(ref));
    if (entry.isFolder) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return { type, ctime: 0, mtime: entry.modified, size: entry.size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await orFileError(uri, () => this.#edited.read(requireRef(uri)));
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { services } = this.#deps;
    const ref = requireRef(uri);
    const found: EnvironmentEntry[] = [];
    await orFileError(uri, async () => {
      for await (const page of entriesIn(services.calls, ref, false)) found.push(...page);
    });
    const { Directory, File } = vscode.FileType;
    return found.map(({ path, isFolder }) => [
      path.slice(path.lastIndexOf('/') + 1),
      isFolder ? Directory : File,
    ]);
  }

  /** Throws VS Code file system errors, in which case the file stays unsaved. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const ref = requireRef(uri);
    const key = refKey(ref);
    const isByHand = this.#byHand.get(key) ?? true;
    this.#byHand.delete(key);
    const compare = (theirs: Uint8Array): Promise<void> => this.#compare(uri, theirs);
    const end = await orFileError(uri, () =>
      this.#edited.write(ref, content, { isByHand, compare }),
    );
    if (end === 'reload') this.#stale.add(key);
    else showBriefly(l10n.t('Saved: {0}', plainText(nameOf(uri))));
  }

  createDirectory(): void {
    // No-op, because a folder exists as soon as it contains a file.
  }

  delete(): never {
    throw unavailable(l10n.t('Files in environments can’t be deleted individually.'));
  }

  rename(): never {
    throw unavailable(l10n.t('Files in environments can’t be renamed.'));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #compare(uri: vscode.Uri, theirs: Uint8Array): Promise<void> {
    const name = nameOf(uri);
    const text = new TextDecoder().decode(theirs);
    const title = l10n.t('{0} (Server ↔ Local)', plainText(name));
    await this.#deps.documents.compareWith({ name, read: () => text }, uri.toString(), title);
  }

  #follow({ ref: list }: StoreChange): void {
    if (list?.kind !== 'environmentFile' || !list.collection) return;
    for (const { uri, isDirty } of vscode.workspace.textDocuments) {
      const ref = isDirty ? undefined : refOf(uri);
      const shown = ref && this.#edited.states.get(refKey(ref));
      const resource = ref && this.#deps.services.store.find(ref);
      if (!ref || !shown || !resource) continue;
      const modified = Date.parse(textAt(resource, 'modified'));
      const size = Number(textAt(resource, 'size_bytes') || 0);
      if (Number.isNaN(modified) || !isChanged(shown, { modified, size })) continue;
      this.#edited.states.forget(refKey(ref));
      this.#changed.fire([{ type: Changed, uri }]);
    }
  }
}

function refOf(uri: vscode.Uri): ResourceRef | undefined {
  return uri.scheme === FILES_SCHEME ? parseEntryPath(uri.path) : undefined;
}

function requireRef(uri: vscode.Uri): ResourceRef {
  const ref = refOf(uri);
  if (ref) return ref;
  throw vscode.FileSystemError.FileNotFound(uri);
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
}

async function orFileError<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isGone =
      (error instanceof ServiceError && error.httpStatus === 404) ||
      (error instanceof AppError && error.reason === 'unknownConnection');
    throw isGone ? vscode.FileSystemError.FileNotFound(uri) : fileError(error);
  }
}

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
