import { sha256 } from '../../../../src/playground/host/prompts/sha256';
import type { PromptFiles } from '../../../../src/playground/host/prompts/promptFiles';
import type { FileSource } from '../../../../src/playground/conversation';

/** Prompt files in memory, by their addresses; those that go along by their paths. All below /folder is the workspace. */
export class FakePromptFiles implements PromptFiles {
  readonly texts = new Map<string, string>();
  readonly contents = new Map<string, string>();
  /** Bytes that a file is said to have. */
  readonly sizes = new Map<string, number>();
  /** What was read whole, and whether that could have been cancelled. */
  readonly hashed: (readonly [path: string, canCancel: boolean])[] = [];
  readonly dirty = new Set<string>();
  readonly proposed: string[] = [];
  chosen: string | undefined;

  async read(uri: string): Promise<string | undefined> {
    return this.texts.get(uri);
  }

  isDirty(uri: string): boolean {
    return this.dirty.has(uri);
  }

  async write(uri: string, text: string): Promise<void> {
    this.texts.set(uri, text);
  }

  async saveAs(name: string): Promise<string | undefined> {
    this.proposed.push(name);
    return this.chosen;
  }

  async show(): Promise<void> {
    throw new Error('This was not to be shown.');
  }

  async resolve(uri: string, path: string): Promise<FileSource | undefined> {
    const { pathname } = new URL(path, uri);
    if (!pathname.startsWith('/folder/')) return undefined;
    return { scheme: 'file', authority: '', path: pathname };
  }

  async relative(_uri: string, { path }: FileSource): Promise<string | undefined> {
    return path.startsWith('/folder/') ? `./${path.slice('/folder/'.length)}` : undefined;
  }

  async size({ path }: FileSource): Promise<number> {
    return this.sizes.get(path) ?? this.contents.get(path)?.length ?? 0;
  }

  async hash({ path }: FileSource, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    this.hashed.push([path, signal !== undefined]);
    const content = this.contents.get(path);
    if (content === undefined) throw new Error('It is not there');
    return sha256(content);
  }
}
