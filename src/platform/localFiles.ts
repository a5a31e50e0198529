import * as l10n from '@vscode/l10n';
import { createHash, randomBytes } from 'node:crypto';
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

export interface SourceFile {
  readonly name: string;
  readonly path: string;
  readonly uri: string;
  /** In bytes. */
  readonly size: number;
  read(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface TargetFile {
  readonly path: string;
  readonly uri: string;
  /** Writes content at once, or in pieces. */
  write(content: FileContent, signal?: AbortSignal): Promise<void>;
}

type Piece = string | Uint8Array;
export type FileContent = Piece | AsyncIterable<Piece>;

interface FileFilter {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** User files via VS Code dialogs. An interface, so that tests can replace it. */
export interface LocalFiles {
  /** Undefined if dismissed. */
  pick(options: {
    readonly title: string;
    readonly label: string;
    readonly filter: FileFilter;
    /** URI of the initial folder; the workspace by default. */
    readonly folder?: string | undefined;
  }): Promise<SourceFile | undefined>;
  /** Opens a file. Throws if it is a folder, pipe or device. */
  open(target: FileTarget): Promise<SourceFile>;
  source(uri: string): Promise<SourceFile>;
  target(uri: string): TargetFile;
  /** Undefined if dismissed. VS Code confirms overwriting. `name` is a safe suggestion. */
  saveAs(options: {
    readonly title: string;
    readonly name: string;
    /** Default: all files. */
    readonly filter?: FileFilter;
    readonly folder?: string | undefined;
  }): Promise<TargetFile | undefined>;
}

/** Files on the extension's machine or another VS Code file system. */
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
  // Reading a pipe or device would never end.
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
      // VS Code's API doesn't stream files of other schemes.
      if (uri.scheme !== 'file') yield await vscode.workspace.fs.readFile(uri);
      else yield* readPlainFile(uri.fsPath, signal);
    },
  };
}

function targetFile(uri: vscode.Uri): TargetFile {
  return {
    path: uri.fsPath,
    uri: uri.toString(),
    async write(content, signal) {
      const isWhole = typeof content === 'string' || content instanceof Uint8Array;
      const pieces = isWhole ? [content] : content;
      if (uri.scheme === 'file') await writeLocal(uri.fsPath, pieces, signal);
      else await writeWhole(uri, pieces, signal);
    },
  };
}

async function writeWhole(
  uri: vscode.Uri,
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
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
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  signal: AbortSignal | undefined,
): Promise<void> {
  // In the same folder, as a rename is atomic only within a file system; unique, to avoid conflicts.
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

export interface LocalFile {
  readonly target: FileTarget;
  readonly name: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** Reads the complete file. Throws `AppError` (`tooLarge`) above `limit` bytes, before reading. */
  readAll(limit: number, signal?: AbortSignal): Promise<Uint8Array>;
}

export interface UploadState {
  readonly phase: 'sending' | 'waiting' | 'processing';
  /** From 0 to 1 while sending. */
  readonly part?: number;
  readonly text?: string;
}

export interface UploadWatch {
  readonly signal: AbortSignal;
  readonly onState: (state: UploadState) => void;
}

/** Uploads of user files. An interface, so that tests can replace it. */
export interface Uploads {
  /** Throws `AppError` if it isn’t a readable file. */
  inspect(target: FileTarget): Promise<LocalFile>;
  /** Returns the files that git ignores. Undefined if there is a repository but git is unavailable. */
  ignored(targets: readonly FileTarget[]): Promise<ReadonlySet<FileTarget> | undefined>;
  /** Asks for files. Empty if dismissed. */
  pick(): Promise<readonly FileTarget[]>;
  /**
   * Uploads a file as a resumable activity, or reuses one with equal content. Returns the ACTIVE File.
   * Throws `AppError` (`processingFailed`) with the API's reason, or `CancelledError`.
   */
  upload(connection: string, file: LocalFile, watch: UploadWatch): Promise<JsonObject>;
  /** Uploads files and folders into an environment or one of its folders, by resource name. */
  uploadInto(
    folder: { readonly connection: string; readonly version: Version; readonly name: string },
    targets: readonly FileTarget[],
  ): Promise<void>;
  /** Returns the local source of an uploaded file, by `fileUri` or resource name. Undefined if unknown. */
  sourceOf(connection: string, file: string): Promise<RememberedFile | undefined>;
  /** Uploads the remembered source again. Throws `AppError` (`sourceGone`, `sourceChanged`). */
  uploadAgain(connection: string, file: string, watch: UploadWatch): Promise<JsonObject>;
}

export interface RememberedFile {
  /** Resource name, such as `files/abc`. */
  readonly name: string;
  readonly displayName: string;
  readonly mimeType: string;
  readonly path: string;
  /** Expiration on the server in ms since 1970, if reported. */
  readonly expiresAt?: number;
}

const FOLDER = 'media';
/** Age in ms at which copies are deleted, with the next preview. */
const KEPT = 24 * 60 * 60 * 1000;

export interface PreviewedMedia {
  readonly word: 'answer' | 'voice';
  readonly extension: string;
  readonly bytes: Uint8Array;
}

/**
 * Opens a copy of the content in VS Code's preview. Copies are deleted after a day.
 * @param now in ms since 1970.
 */
export async function previewMedia(
  { word, extension, bytes }: PreviewedMedia,
  storage: vscode.Uri,
  now: number,
): Promise<void> {
  const folder = vscode.Uri.joinPath(storage, FOLDER);
  await vscode.workspace.fs.createDirectory(folder);
  await deleteOld(folder, now);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = vscode.Uri.joinPath(folder, `${word}-${hash}.${extension}`);
  await vscode.workspace.fs.writeFile(file, bytes);
  await vscode.commands.executeCommand('vscode.open', file, { preview: false });
}

async function deleteOld(folder: vscode.Uri, now: number): Promise<void> {
  for (const [name] of await vscode.workspace.fs.readDirectory(folder)) {
    const file = vscode.Uri.joinPath(folder, name);
    try {
      const { mtime } = await vscode.workspace.fs.stat(file);
      if (now - mtime > KEPT) await vscode.workspace.fs.delete(file);
    } catch (error) {
      // Another window may have deleted it.
      if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
    }
  }
}
