import type { JsonObject } from '../../api/schema/row';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/event';
import type { UploadState } from '../../platform/localFiles';
import type { UserFile } from '../userFiles';

/** A file that is to be sent. */
export interface NewUpload {
  /** Id of the connection. */
  readonly connection: string;
  readonly file: UserFile;
  readonly displayName: string;
  readonly mimeType: string;
}

/** An upload that waits for its turn, is sent, or is processed by the service. */
export interface UploadHandle {
  readonly id: string;
  readonly onDidChange: Event<UploadState>;
  /**
   * The File resource, ACTIVE. Rejects with `CancelledError` when it was cancelled, and with `AppError` when it
   * failed and nobody took it up again from its row.
   */
  readonly done: Promise<JsonObject>;
  /** Ends it, here and at the service. */
  cancel(): void;
}

/** Uploads of this window, a few at once, each an entry of the activities and a file of its own on disk. */
export interface UploadQueue extends Disposable {
  /** Resolves once it is noted on disk. */
  add(upload: NewUpload): Promise<UploadHandle>;
  /** Takes up what an earlier window left: shows it, and offers to go on. */
  resume(): Promise<void>;
}
