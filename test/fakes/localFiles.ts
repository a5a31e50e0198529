import type { FileTarget } from '../../src/base/fileTarget';
import type { LocalFolders, NewFolder } from '../../src/platform/localFolder';
import type { LocalFiles, SourceFile, TargetFile } from '../../src/platform/localFiles';

/** Files of a user: a test says what is picked, and sees what was written. */
export class FakeLocalFiles implements LocalFiles {
  /** Names with content for the next picks; undefined dismisses the dialog. */
  readonly sources: ({ readonly name: string; readonly text: string | Uint8Array } | undefined)[] =
    [];
  /** Whether the next saves go through. */
  isSaved = true;
  /** Names that were proposed. */
  readonly proposed: string[] = [];
  /** What was written whole, by name. */
  readonly written = new Map<string, string>();

  /** What was opened without a dialog. */
  readonly opened: FileTarget[] = [];

  async open(target: FileTarget): Promise<SourceFile> {
    this.opened.push(target);
    const source = await this.pick();
    if (!source) throw new Error(`There is no ${target.path}.`);
    return source;
  }

  pick(): Promise<SourceFile | undefined> {
    const source = this.sources.shift();
    if (!source) return Promise.resolve(undefined);
    const bytes = Buffer.from(source.text);
    return Promise.resolve({
      name: source.name,
      path: `/home/${source.name}`,
      size: bytes.length,
      uri: `file:///home/${source.name}`,
      async *read(signal) {
        // Cut anywhere, also within a character.
        for (let at = 0; at < bytes.length; at += 1000) {
          signal?.throwIfAborted();
          yield await Promise.resolve(bytes.subarray(at, at + 1000));
        }
      },
    });
  }

  saveAs({ name }: { readonly name: string }): Promise<TargetFile | undefined> {
    this.proposed.push(name);
    if (!this.isSaved) return Promise.resolve(undefined);
    return Promise.resolve(this.target(`file:///home/${name}`));
  }

  /** What was written there before. */
  async source(uri: string): Promise<SourceFile> {
    const name = decodeURI(new URL(uri).pathname).slice('/home/'.length);
    const text = this.written.get(name);
    if (text === undefined) throw new Error(`There is no ${uri}.`);
    this.sources.unshift({ name, text });
    return (await this.pick()) as SourceFile;
  }

  target(uri: string): TargetFile {
    const { pathname: path } = new URL(uri);
    return {
      path: decodeURI(path),
      uri,
      write: async (content, signal) => {
        const isWhole = typeof content === 'string' || content instanceof Uint8Array;
        const parts: Uint8Array[] = [];
        for await (const piece of isWhole ? [content] : content) {
          signal?.throwIfAborted();
          parts.push(typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece);
        }
        const name = decodeURI(path).slice('/home/'.length);
        this.written.set(name, Buffer.concat(parts).toString('utf8'));
      },
    };
  }
}

/** Folders of a user: what was written into each, by its name. */
export class FakeLocalFolders implements LocalFolders {
  readonly written = new Map<string, Map<string, string | undefined>>();

  makeIn({ name }: { readonly name: string }): Promise<NewFolder | undefined> {
    return Promise.resolve({
      path: `/home/${name}`,
      write: async (entries) => {
        const files = new Map<string, string | undefined>();
        for await (const { path, content } of entries) {
          const pieces: Uint8Array[] = [];
          for await (const piece of content ?? []) pieces.push(Uint8Array.from(piece));
          files.set(path, content && Buffer.concat(pieces).toString('utf8'));
        }
        this.written.set(name, files);
      },
    });
  }
}
