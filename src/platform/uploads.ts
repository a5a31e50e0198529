import type { JsonObject } from '../api/schema/row';
import type { FileTarget } from '../base/fileTarget';

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
