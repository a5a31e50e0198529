import { AppError } from '../../../../../src/base/errors';
import type { FileSource } from '../../../../../src/conversation/model/conversation';
import {
  type NamedFile,
  type PromptFiles,
  sha256,
  type TextRange,
} from '../../../../../src/playground/host/prompts/promptFiles';

/** Prompt files in memory, by their addresses; those that go along by their paths. All below /folder is the workspace. */
export class FakePromptFiles implements PromptFiles {
  readonly texts = new Map<string, string>();
  readonly contents = new Map<string, string>();
  /** Bytes that a file is said to have. */
  readonly sizes = new Map<string, number>();
  /** What was read whole, and whether that could have been cancelled. */
  readonly hashed: (readonly [path: string, canCancel: boolean])[] = [];
  readonly dirty = new Set<string>();
  /** Addresses at which there is a link. */
  readonly links = new Set<string>();
  /** Where paths really lead, by what they are called. */
  readonly leadsTo = new Map<string, string>();
  readonly proposed: string[] = [];
  chosen: string | undefined;
  /** What is chosen in place of a file that is gone. */
  moved: string | undefined;
  /** What is selected in the editor that was changed last. */
  selected: string | undefined;

  async read(uri: string): Promise<string | undefined> {
    return this.texts.get(uri);
  }

  isDirty(uri: string): boolean {
    return this.dirty.has(uri);
  }

  async write(uri: string, text: string): Promise<void> {
    this.texts.set(uri, text);
  }

  async requirePlace(uri: string): Promise<void> {
    if (this.links.has(uri)) throw new AppError('badPlace', `${uri} is a link.`);
  }

  async writeResult(uri: string, text: string): Promise<void> {
    await this.requirePlace(uri);
    this.texts.set(uri, text);
  }

  async saveAs(name: string): Promise<string | undefined> {
    this.proposed.push(name);
    return this.chosen;
  }

  async choose(): Promise<string | undefined> {
    return this.moved;
  }

  async show(): Promise<void> {
    throw new Error('This was not to be shown.');
  }

  async edit(uri: string, text: string, { offset, length }: TextRange): Promise<void> {
    this.texts.set(uri, text);
    this.selected = text.slice(offset, offset + length);
  }

  async resolve(uri: string, path: string): Promise<NamedFile | undefined> {
    const { pathname } = new URL(path, uri);
    const real = this.leadsTo.get(pathname) ?? pathname;
    if (!real.startsWith('/folder/')) return undefined;
    const source = { scheme: 'file', authority: '', path: real };
    return { source, below: real.slice('/folder/'.length) };
  }

  async relative(_uri: string, { path }: FileSource): Promise<string | undefined> {
    return path.startsWith('/folder/') ? `./${path.slice('/folder/'.length)}` : undefined;
  }

  async size({ path }: FileSource): Promise<number> {
    const size = this.sizes.get(path) ?? this.contents.get(path)?.length;
    if (size === undefined) throw new Error('It is not there');
    return size;
  }

  async hash({ path }: FileSource, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    this.hashed.push([path, signal !== undefined]);
    const content = this.contents.get(path);
    if (content === undefined) throw new Error('It is not there');
    return sha256(content);
  }
}
