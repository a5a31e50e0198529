import type { FileTarget } from '../base/fileTarget';
import type { FolderContents } from './walkFolder';

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
