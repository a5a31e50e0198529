import type { FileTarget } from '../base/fileTarget';
import type { Walked } from './walkFolder';

/** What is known of a file or folder without reading it. */
export interface UserFile {
  readonly target: FileTarget;
  /** Without its folder. */
  readonly name: string;
  /** As VS Code writes it; for messages. */
  readonly path: string;
  /** Where it is in the file system of this machine; absent in a virtual one, which only gives whole files. */
  readonly localPath?: string;
  /** `other` is what can't be uploaded: a pipe, a socket, a device. */
  readonly kind: 'file' | 'folder' | 'other';
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Where a symbolic link leads, outside of the workspace folder that it lies in. */
  readonly leadsTo?: string;
  /** An editor has changes of it that are not in the file. */
  readonly isUnsaved?: boolean;
}

/** What git ignores. */
export interface Ignored {
  readonly files: ReadonlySet<FileTarget>;
  /** There is a repository, and git can't be asked about it: then its `.gitignore` is read instead. */
  readonly isGitUnknown: boolean;
}

/** Files and folders of the user, as VS Code and this machine have them. An interface: tests have their own. */
export interface UserFiles {
  /** Throws `AppError` (`fileGone`, `notReadable`). Opens nothing. */
  inspect(target: FileTarget): Promise<UserFile>;
  /**
   * Files below a folder that match the patterns, in a stable order. Links to folders are not followed: they are
   * in the result themselves, as are folders that can't be read.
   */
  filesBelow(
    folder: FileTarget,
    patterns: { readonly include: readonly string[]; readonly exclude: readonly string[] },
    signal: AbortSignal,
  ): Promise<Walked>;
  /** Those of the files below a folder that git ignores, or would: in no repository a `.gitignore` counts too. */
  ignored(folder: FileTarget, targets: readonly FileTarget[]): Promise<Ignored>;
  /** A whole file of a virtual file system. */
  readAll(target: FileTarget): Promise<Uint8Array>;
  /** Asks for files or a folder. None when dismissed. */
  pick(options: {
    readonly title: string;
    readonly label: string;
    readonly folders: boolean;
  }): Promise<readonly FileTarget[]>;
  /** Writes what editors have of a file; false where it stays unsaved. */
  save(target: FileTarget): Promise<boolean>;
}
