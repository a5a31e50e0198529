/** A file that the user picked. */
export interface PickedFile {
  /** Where it is, as VS Code writes it; for messages. */
  readonly path: string;
  /** As a URI, for other extensions. */
  readonly uri: string;
  readonly bytes: Uint8Array;
}

/** What is outside of VS Code's window, as far as commands reach it. An interface: tests have their own. */
export interface System {
  /** The name of the machine that the extension runs on, where that is another one than the user's. */
  readonly remoteHost: string | undefined;
  /** Opens an address in the user's own browser. False where VS Code, or the user, did not. */
  openExternal(address: string): Promise<boolean>;
  /** Where that browser finds an address of the machine that the extension runs on. */
  asExternal(address: string): Promise<string>;
  /** Opens a file of the machine that the extension runs on in an editor. */
  openFile(path: string): Promise<void>;
  copy(text: string): Promise<void>;
  /** The text of the clipboard; empty where it has none. */
  paste(): Promise<string>;
  /** Undefined when dismissed. Begins in the workspace's folder, and reads nothing but what is picked. */
  pickFile(options: {
    readonly title: string;
    /** On the button. */
    readonly label: string;
    /** What the files are, and their endings without a dot. */
    readonly filter: { readonly name: string; readonly extensions: readonly string[] };
  }): Promise<PickedFile | undefined>;
}
