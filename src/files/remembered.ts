import type { FileTarget } from '../base/fileTarget';
import type { RememberedFile } from '../platform/localFiles';

/** What is kept of a file that this machine has sent, to send it again when the service has deleted it. */
export interface Remembered extends RememberedFile {
  /** Id of the connection. */
  readonly connection: string;
  /** As prompts name it. */
  readonly uri: string;
  readonly target: FileTarget;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of the content in hexadecimal, as the service said; absent where it did not. */
  readonly hash?: string;
}

/** Files that this machine has sent, one file of its own on disk for each. */
export interface RememberedFiles {
  note(file: Remembered): Promise<void>;
  /** By resource name or by address. */
  find(connection: string, file: string): Promise<Remembered | undefined>;
  /** The last one sent first. */
  list(connection: string): Promise<readonly Remembered[]>;
  forget(file: Remembered): Promise<void>;
}
