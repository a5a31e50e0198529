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
const CUT_LENGTH = 6_000;
export const PLAIN_LENGTH = 24_000;
/** UTF-16 units of the longest formula in lines of its own. */
export const LONGEST_FORMULA = 5000;
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
  /** What ends the formula that the open block has begun with: until then, empty lines are part of it. */
  #formulaEnd: string | undefined;
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
      if (this.#formulaEnd !== undefined && piece.includes(this.#formulaEnd)) {
        this.#formulaEnd = undefined;
      }
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
    if (this.#formulaEnd !== undefined && openFence(line) === undefined) {
      this.#append(line);
      const isLong = (this.#open?.length ?? 0) > LONGEST_FORMULA;
      if (isLong || line.includes(this.#formulaEnd)) this.#formulaEnd = undefined;
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
    if (this.#open?.length === 0) this.#formulaEnd = openFormula(line);
    this.#append(line);
  }

  #blankLine(line: string): void {
    if (!this.#open) return;
    // Only a list goes on after an empty line, and a formula; everything else has ended.
    if (this.#formulaEnd !== undefined) this.#append(line);
    else if (this.#list === undefined) this.#close();
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
    this.#formulaEnd = undefined;
  }
}

/** The opening line of a code fence. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
}

interface ListMarker {
  /** Spaces before the marker. */
  readonly indent: number;
  /** Column at which the item's text begins: what belongs to the item is indented as far. */
  readonly offset: number;
  /** May stand right below a line of text: a bullet, or number 1, with text behind it. */
  readonly interrupts: boolean;
}

// Lines longer than this are text whatever they begin with.
const MAX_FENCE_LINE = 250;

/** The fence that a line opens, by the rules of CommonMark. */
export function openFence(line: string): Fence | undefined {
  if (line.length > MAX_FENCE_LINE) return undefined;
  const match = /^ {0,3}(`{3,}|~{3,})([^\n]*)/.exec(line);
  const mark = match?.[1];
  const info = match?.[2] ?? '';
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined;
  return { mark: mark.charAt(0), length: mark.length, info };
}

/** What ends the formula that a line opens but does not end. */
function openFormula(line: string): string | undefined {
  const [, open] = /^ {0,3}(\$\$|\\\[)/.exec(line) ?? [];
  if (open === undefined) return undefined;
  const close = open === '$$' ? '$$' : '\\]';
  return line.includes(close, line.indexOf(open) + 2) ? undefined : close;
}

/** Whether a line ends the code that the fence began. */
export function closesFence(line: string, fence: Fence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?\n?$/.exec(line.slice(0, MAX_FENCE_LINE));
  const mark = match?.[1];
  return mark !== undefined && mark.startsWith(fence.mark) && mark.length >= fence.length;
}

/** Whether a line that has only begun could still end the code. */
export function mayCloseFence(line: string): boolean {
  return /^ {0,3}(`{0,}|~{0,})[ \t]*$/.test(line.slice(0, MAX_FENCE_LINE));
}

/** The marker of a list item at the top or one nested by up to three spaces. */
function listMarker(line: string): ListMarker | undefined {
  const match = /^( {0,3})([-+*]|\d{1,9}[.)])( {1,4}(?=\S)|[ \t]*(?=\r?\n|$)|[ \t])/.exec(line);
  if (!match) return undefined;
  // A rule of three or more is no list.
  if (/^ {0,3}([-*])(?:[ \t]*\1){2,}[ \t]*\r?\n?$/.test(line)) return undefined;
  const indent = match[1]?.length ?? 0;
  const mark = match[2] ?? '';
  const space = Math.max(1, match[3]?.length ?? 1);
  const offset = indent + mark.length + space;
  const bare = line.slice(offset).trim() === '';
  return { indent, offset, interrupts: !bare && /^([-+*]|1[.)])$/.test(mark) };
}

/** The first word of a fence's info string, without the decorations that some models add. */
export function languageOf(info: string): string {
  return /^[\w+#.-]{1,32}/.exec(info.trim())?.[0] ?? '';
}
