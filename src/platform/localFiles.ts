import type { FileTarget } from '../base/fileTarget';

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

export interface FileFilter {
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
