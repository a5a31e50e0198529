import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import { AppError } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import { plainText } from './plainText';
import { readPlainFile } from './safeFiles';

/** A file that the user picked, read piece by piece. */
export interface SourceFile {
  /** Without its folder. */
  readonly name: string;
  /** As VS Code writes it; for messages. */
  readonly path: string;
  readonly uri: string;
  /** In bytes. */
  readonly size: number;
  /** Its content from the beginning; may be read more than once. */
  read(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Where the user wants a file to be written. */
export interface TargetFile {
  readonly path: string;
  readonly uri: string;
  /** Writes all of it, or leaves what was there: an interrupted write leaves nothing. */
  write(pieces: AsyncIterable<string | Uint8Array>, signal?: AbortSignal): Promise<void>;
}

interface FileFilter {
  /** What the files are. */
  readonly name: string;
  /** Their endings without a dot. */
  readonly extensions: readonly string[];
}

/** Files of the user, through VS Code's dialogs. An interface: tests have their own. */
export interface LocalFiles {
  /** Undefined when dismissed. */
  pick(options: {
    readonly title: string;
    readonly label: string;
    readonly filter: FileFilter;
    /** Address of the folder to begin in; that of the workspace by default. */
    readonly folder?: string | undefined;
  }): Promise<SourceFile | undefined>;
  /** A file that the user pointed at otherwise. Throws where it is a folder, or no file that ends. */
  open(target: FileTarget): Promise<SourceFile>;
  /** A file by its address, to be read; as `open`. */
  source(uri: string): Promise<SourceFile>;
  /** A file by its address, to be written anew. */
  target(uri: string): TargetFile;
  /** Undefined when dismissed. VS Code asks before it overwrites. `name` is proposed, made safe before. */
  saveAs(options: {
    readonly title: string;
    readonly name: string;
    /** Any file without one. */
    readonly filter?: FileFilter;
    /** As in `pick`. */
    readonly folder?: string | undefined;
  }): Promise<TargetFile | undefined>;
}

/** Files through VS Code's dialogs, on the machine that the extension runs on or of another file system. */
export const vscodeLocalFiles: LocalFiles = {
  async pick({ title, label, filter, folder }) {
    const [uri] =
      (await vscode.window.showOpenDialog({
        title,
        openLabel: label,
        ...common(filter, folder),
      })) ?? [];
    return uri && (await sourceFile(uri));
  },
  open: ({ scheme, authority, path }) => sourceFile(vscode.Uri.from({ scheme, authority, path })),
  source: (uri) => sourceFile(vscode.Uri.parse(uri)),
  target: (uri) => targetFile(vscode.Uri.parse(uri)),
  async saveAs({ title, name, filter, folder }) {
    const { defaultUri, ...filters } = common(filter, folder);
    const uri = await vscode.window.showSaveDialog({
      title,
      ...filters,
      defaultUri: defaultUri
        ? vscode.Uri.joinPath(defaultUri, name)
        : vscode.Uri.from({ scheme: 'file', path: `/${name}` }),
    });
    return uri && targetFile(uri);
  },
};

function common(filter: FileFilter | undefined, folder: string | undefined) {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const defaultUri = folder === undefined ? first?.uri : vscode.Uri.parse(folder);
  return {
    ...(filter && { filters: { [filter.name]: [...filter.extensions] } }),
    ...(defaultUri && { defaultUri }),
  };
}

async function sourceFile(uri: vscode.Uri): Promise<SourceFile> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  // A pipe or a device would never end.
  if ((type & vscode.FileType.File) === 0) {
    const name = plainText(posix.basename(uri.path));
    const isFolder = (type & vscode.FileType.Directory) !== 0;
    throw new AppError(
      'notReadable',
      isFolder ? l10n.t('{0} is a folder.', name) : l10n.t('{0} isn’t a file.', name),
      { hint: l10n.t('Select a file with rows or text.') },
    );
  }
  return {
    name: posix.basename(uri.path),
    path: uri.fsPath,
    uri: uri.toString(),
    size,
    async *read(signal) {
      // Other file systems give whole files only.
      if (uri.scheme !== 'file') yield await vscode.workspace.fs.readFile(uri);
      else yield* readPlainFile(uri.fsPath, signal);
    },
  };
}

function targetFile(uri: vscode.Uri): TargetFile {
  return {
    path: uri.fsPath,
    uri: uri.toString(),
    async write(pieces, signal) {
      if (uri.scheme === 'file') await writeLocal(uri.fsPath, pieces, signal);
      else await writeWhole(uri, pieces, signal);
    },
  };
}

async function writeWhole(
  uri: vscode.Uri,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    parts.push(typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece);
  }
  signal?.throwIfAborted();
  await vscode.workspace.fs.writeFile(uri, Buffer.concat(parts));
}

async function writeLocal(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  // In the same folder, because a rename is atomic only within a file system.
  // A name of its own: no other file is in its way, and no other export to the same place.
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const target = createWriteStream(temporary, { flags: 'wx' });
    await pipeline(Readable.from(pieces), target, { ...(signal && { signal }) });
    signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A file of the user before it is sent anywhere. */
export interface LocalFile {
  readonly target: FileTarget;
  /** Without its folder. */
  readonly name: string;
  /** As VS Code writes it; for messages. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** Its whole content. Throws `AppError` (`tooLarge`) above `limit` bytes, before anything is read. */
  readAll(limit: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** How far a file of the user is on its way to the service. */
export interface UploadState {
  readonly phase: 'sending' | 'waiting' | 'processing';
  /** 0 to 1, while it is sent. */
  readonly part?: number;
  /** Such as why it waits. */
  readonly text?: string;
}

export interface UploadWatch {
  readonly signal: AbortSignal;
  readonly onState: (state: UploadState) => void;
}

/** Files of the user on their way to the service. An interface: tests have their own. */
export interface Uploads {
  /** Throws `AppError` for what is no readable file: a folder, a pipe, something that is gone. */
  inspect(target: FileTarget): Promise<LocalFile>;
  /** Those that git ignores; undefined where there is a repository and git can't be asked about it. */
  ignored(targets: readonly FileTarget[]): Promise<ReadonlySet<FileTarget> | undefined>;
  /** Asks for files. None when dismissed. */
  pick(): Promise<readonly FileTarget[]>;
  /**
   * Sends a file as an activity that can be paused and goes on after a reload, and waits until the service has
   * processed it. A file that is there already with the same content is taken instead. Gives the File resource,
   * ACTIVE; throws `AppError` (`processingFailed`) with the service's reason, and `CancelledError`.
   */
  upload(connection: string, file: LocalFile, watch: UploadWatch): Promise<JsonObject>;
  /** Uploads files and folders into a folder of an environment, or into the environment itself, by resource name. */
  uploadInto(
    folder: { readonly connection: string; readonly version: Version; readonly name: string },
    targets: readonly FileTarget[],
  ): Promise<void>;
  /** Where a file of the service came from, where this machine has sent it; `fileUri` or resource name. */
  sourceOf(connection: string, file: string): Promise<RememberedFile | undefined>;
  /** Sends the remembered source of a file once more. Throws `AppError` (`sourceGone`, `sourceChanged`). */
  uploadAgain(connection: string, file: string, watch: UploadWatch): Promise<JsonObject>;
}

/** What is remembered of a file that this machine has sent. */
export interface RememberedFile {
  /** Resource name, such as `files/abc`. */
  readonly name: string;
  readonly displayName: string;
  readonly mimeType: string;
  /** As VS Code writes it. */
  readonly path: string;
  /** Milliseconds since 1970 at which the service deletes it; absent where it did not say. */
  readonly expiresAt?: number;
}
