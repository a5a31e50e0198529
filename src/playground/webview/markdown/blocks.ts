import { closesFence, listMarker, openFence, type Fence } from './lines';
import { languageOf } from './parse';

/**
 * A top-level piece of an answer that can be laid out by itself. `parts` only grows, so that a reader
 * can take what is new; once `closed`, it stays as it is.
 * - markdown: a paragraph, list, table, quote or heading, laid out as a whole
 * - code: the inside of a fence
 * - plain: too long to be laid out as Markdown; shown as text
 */
export interface Block {
  readonly kind: 'markdown' | 'code' | 'plain';
  readonly language: string;
  readonly parts: readonly string[];
  /** UTF-16 units in `parts`. */
  readonly length: number;
  readonly closed: boolean;
}

interface OpenBlock {
  kind: Block['kind'];
  language: string;
  parts: string[];
  length: number;
  closed: boolean;
}

/** A Markdown block that gets longer is cut where it may be, or becomes plain text. */
export const CUT_LENGTH = 6_000;
export const PLAIN_LENGTH = 24_000;
/** A line's kind is known from so many characters. */
const HEAD_LENGTH = 256;

/**
 * Splits Markdown that arrives in pieces into blocks that can be laid out one by one. Every character
 * is looked at once, so the work is linear in the text however it is cut.
 */
export class BlockSplitter {
  readonly #blocks: OpenBlock[] = [];
  #open: OpenBlock | undefined;
  #fence: Fence | undefined;
  /** Content offset of the open list's last item; undefined where the open block is no list. */
  #list: number | undefined;
  #blank = false;
  /** The line that has begun but is too short to tell what it is. */
  #pending = '';
  /** The line that has begun went into the open block already. */
  #midLine = false;

  /** All blocks so far, in order. */
  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** What has arrived of the current line and belongs to no block yet. */
  get pending(): string {
    return this.#pending;
  }

  push(text: string): void {
    let from = 0;
    while (from < text.length) {
      const newline = text.indexOf('\n', from);
      const end = newline === -1 ? text.length : newline + 1;
      this.#take(text.slice(from, end), newline !== -1);
      from = end;
    }
  }

  /** No more text comes: closes what is open. */
  end(): void {
    if (this.#pending !== '') {
      const line = this.#pending;
      this.#pending = '';
      this.#line(line);
    }
    this.#close();
  }

  #take(piece: string, ended: boolean): void {
    if (this.#midLine) {
      this.#append(piece);
      this.#midLine = !ended;
      return;
    }
    const line = this.#pending + piece;
    if (!ended && line.length < HEAD_LENGTH) {
      this.#pending = line;
      return;
    }
    this.#pending = '';
    this.#midLine = !ended;
    this.#line(line);
  }

  /** A line, or the beginning of one that is too long for a fence to be its meaning. */
  #line(line: string): void {
    if (this.#fence) {
      if (closesFence(line, this.#fence)) this.#close();
      else this.#append(line);
      return;
    }
    if (line.trim() === '') {
      this.#blankLine(line);
      return;
    }
    const inList = this.#list !== undefined && this.#continuesList(line);
    if (this.#blank && !inList) this.#close();
    const fence = inList ? undefined : openFence(line);
    if (fence) {
      this.#close();
      this.#fence = fence;
      this.#begin('code', languageOf(fence.info));
      return;
    }
    if (this.#isCut(line)) this.#close();
    if (!this.#open) this.#begin('markdown', '');
    this.#blank = false;
    this.#noteList(line);
    this.#append(line);
  }

  #blankLine(line: string): void {
    if (!this.#open) return;
    // Only a list goes on after an empty line; everything else has ended.
    if (this.#list === undefined) this.#close();
    else {
      this.#blank = true;
      this.#append(line);
    }
  }

  #continuesList(line: string): boolean {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (line.startsWith('\t') || indent >= (this.#list ?? 0)) return true;
    // Without an empty line between, text goes on lazily; a fence doesn't.
    if (!this.#blank) return openFence(line) === undefined;
    return listMarker(line) !== undefined;
  }

  #noteList(line: string): void {
    const marker = listMarker(line);
    if (marker === undefined) return;
    const begins = this.#open?.length === 0 || marker.interrupts;
    if (!begins && this.#list === undefined) return;
    // A nested item does not move the offset that the list goes on at.
    if (this.#list === undefined || marker.indent < this.#list) this.#list = marker.offset;
  }

  /** Whether a long block may end before this line without looking different. */
  #isCut(line: string): boolean {
    if (!this.#open || this.#open.length < CUT_LENGTH || this.#open.kind !== 'markdown')
      return false;
    return this.#list === undefined ? !line.includes('|') : listMarker(line)?.indent === 0;
  }

  #append(text: string): void {
    if (!this.#open) this.#begin('markdown', '');
    const block = this.#open;
    if (!block) return;
    block.parts.push(text);
    block.length += text.length;
    if (block.kind === 'markdown' && block.length > PLAIN_LENGTH) block.kind = 'plain';
  }

  #begin(kind: Block['kind'], language: string): void {
    this.#open = { kind, language, parts: [], length: 0, closed: false };
    this.#blocks.push(this.#open);
  }

  #close(): void {
    if (this.#open) this.#open.closed = true;
    this.#open = undefined;
    this.#fence = undefined;
    this.#list = undefined;
    this.#blank = false;
  }
}
