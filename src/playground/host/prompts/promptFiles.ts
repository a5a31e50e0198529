import type { FileSource } from '../../conversation';

/** The files that prompts are made of, by their addresses. An interface: tests have their own. */
export interface PromptFiles {
  /** Unsaved changes of an editor, else what is on disk; undefined where it is not there. */
  read(uri: string): Promise<string | undefined>;
  /** Whether an editor has changes of it that are not saved. */
  isDirty(uri: string): boolean;
  /** Replaces a file at once: what was there stays where that fails. */
  write(uri: string, text: string): Promise<void>;
  /** Asks where to save; `near` is the address of a file in the folder to begin with. Undefined when dismissed. */
  saveAs(name: string, near: string | undefined): Promise<string | undefined>;
  /** Opens it in an editor. */
  show(uri: string): Promise<void>;
  /** The file that a path names from the folder of a prompt; undefined where it is outside of the workspace. */
  resolve(uri: string, path: string): Promise<FileSource | undefined>;
  /** The path of a file from the folder of a prompt; undefined where it is outside of the workspace. */
  relative(uri: string, source: FileSource): Promise<string | undefined>;
  /** Bytes of a file; 0 where that can't be told. */
  size(source: FileSource): Promise<number>;
  /** SHA-256 of a file's content, as hexadecimal digits. Throws where it can't be read. */
  hash(source: FileSource, signal?: AbortSignal): Promise<string>;
}
