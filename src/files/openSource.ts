import type { BigIntStats } from 'node:fs';
import { fileSource, type FileSource } from '../api/upload/fileSource';
import type { UploadSource } from '../api/upload/upload';
import { throwIfAborted } from '../base/async';
import { AppError, errorCode } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import { plainText } from '../platform/plainText';
import type { FolderContents } from './walkFolder';

/** Maximum size on a virtual file system, in bytes: VS Code reads such files completely. */
export const VIRTUAL_LIMIT = 100_000_000;

export type OpenSource = UploadSource & {
  /** Closes the file. May be called more than once. */
  close(): Promise<void>;
};

/**
 * Opens a file for upload. Local files are read in pieces that share one buffer. Throws `AppError`
 * (`sourceChanged`, `tooLarge` if virtual, `fileGone`, `notReadable`).
 */
export async function openSource(
  file: UserFile,
  userFiles: UserFiles,
  pieceBytes?: number,
): Promise<OpenSource> {
  if (file.localPath !== undefined) return await openLocal(file, file.localPath, pieceBytes);
  const content = await readVirtual(file, userFiles);
  if (content.byteLength !== file.size) throw sourceChanged(file);
  return {
    size: content.byteLength,
    async *read(offset, signal) {
      throwIfAborted(signal);
      // The file may have changed since: an upload must not mix two versions.
      const { size, modifiedAt } = await userFiles.inspect(file.target).catch((error: unknown) => {
        throw sourceChanged(file, error);
      });
      if (size !== file.size || modifiedAt !== file.modifiedAt) throw sourceChanged(file);
      if (offset < content.byteLength) yield content.subarray(offset);
    },
    close: () => Promise.resolve(),
  };
}

async function openLocal(
  file: UserFile,
  path: string,
  pieceBytes: number | undefined,
): Promise<OpenSource> {
  const source = await openFileSource(file, path, pieceBytes);
  if (source.size !== file.size || wholeMilliseconds(source.stats) !== file.modifiedAt) {
    await source.close();
    throw sourceChanged(file);
  }
  return {
    size: source.size,
    async *read(offset, signal) {
      for await (const piece of source.read(offset, signal)) {
        throwIfAborted(signal);
        yield piece;
      }
    },
    close: () => source.close(),
  };
}

/** Modification time in ms since 1970, rounded like `UserFile`. */
export function wholeMilliseconds({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): number {
  return Number(mtimeNs / 1_000_000n);
}

async function openFileSource(
  file: UserFile,
  path: string,
  pieceBytes: number | undefined,
): Promise<FileSource> {
  try {
    return await fileSource(path, {
      changed: (cause) => sourceChanged(file, cause),
      ...(pieceBytes !== undefined && { pieceBytes }),
    });
  } catch (error) {
    throw error instanceof AppError ? error : fileError(file, error);
  }
}

async function readVirtual(file: UserFile, userFiles: UserFiles): Promise<Uint8Array> {
  if (file.size > VIRTUAL_LIMIT) {
    throw new AppError(
      'tooLarge',
      `${plainText(file.path)} is too large. Files in a virtual file system can have up to 100 MB.`,
      { hint: 'Copy it to this machine and upload it from there.' },
    );
  }
  return await userFiles.readAll(file.target);
}

export function sourceChanged(
  { path }: Pick<UserFile, 'path'>,
  cause?: unknown,
): AppError<'sourceChanged'> {
  return new AppError(
    'sourceChanged',
    `${plainText(path)} was changed or deleted after the upload started.`,
    { hint: 'Upload it again.', cause },
  );
}

/** Converts an error of node:fs or a VS Code file system to an `AppError`. */
export function fileError(
  { path }: Pick<UserFile, 'path'>,
  error: unknown,
): AppError<'fileGone' | 'notReadable'> {
  const name = plainText(path);
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'FileNotFound') {
    return new AppError('fileGone', `${name} doesn’t exist.`, { cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'NoPermissions') {
    return new AppError('notReadable', `You don’t have permission to read ${name}.`, {
      cause: error,
    });
  }
  if (code === 'ELOOP') {
    return new AppError('notReadable', `${name} is a symbolic link that points to itself.`, {
      cause: error,
    });
  }
  const why = error instanceof Error ? plainText(error.message) : '';
  return new AppError('notReadable', `Couldn’t read ${name}: ${why}`, { cause: error });
}

export interface UserFile {
  readonly target: FileTarget;
  readonly name: string;
  readonly path: string;
  /** Local path; absent on a virtual file system, which only reads complete files. */
  readonly localPath?: string;
  /** `other` can't be uploaded: a pipe, socket, or device. */
  readonly kind: 'file' | 'folder' | 'other';
  /** In bytes. */
  readonly size: number;
  /** In ms since 1970. */
  readonly modifiedAt: number;
  /** Target of a symbolic link that points outside its workspace folder. */
  readonly leadsTo?: string;
  readonly isUnsaved?: boolean;
}

export interface IgnoredFiles {
  readonly files: ReadonlySet<FileTarget>;
  /** Whether there is a repository, but Git isn't available, so `.gitignore` files are read instead. */
  readonly isGitUnknown: boolean;
}

/** The user's files and folders. An interface, so that tests can replace it. */
export interface UserFiles {
  /** Throws `AppError` (`fileGone`, `notReadable`). Doesn't open the file. */
  inspect(target: FileTarget): Promise<UserFile>;
  /**
   * Lists matching files below a folder in a stable order, including links to folders and unreadable folders
   * themselves.
   */
  filesBelow(
    folder: FileTarget,
    patterns: { readonly include: readonly string[]; readonly exclude: readonly string[] },
    signal: AbortSignal,
  ): Promise<FolderContents>;
  /** Returns the files below a folder that Git ignores. Outside a repository, `.gitignore` files count. */
  ignored(folder: FileTarget, targets: readonly FileTarget[]): Promise<IgnoredFiles>;
  readAll(target: FileTarget): Promise<Uint8Array>;
  pick(options: {
    readonly title: string;
    readonly label: string;
    readonly folders: boolean;
  }): Promise<readonly FileTarget[]>;
  /** Saves a file's open editors; false if it stays unsaved. */
  save(target: FileTarget): Promise<boolean>;
}
