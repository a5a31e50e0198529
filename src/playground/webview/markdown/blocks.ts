/**
 * A top-level block. `parts` only grows and is final once `closed`. Kinds: `markdown` (paragraph, list, table,
 * …), `code` (inside of a fence), `plain` (too long for Markdown).
 */
export interface Block {
  readonly kind: 'markdown' | 'code' | 'plain';
  readonly language: string;
  readonly parts: readonly string[];
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

/** A longer Markdown block is split if possible, or becomes plain text. */
const CUT_LENGTH = 6_000;
export const PLAIN_LENGTH = 24_000;
/** Maximum length of a display formula, in UTF-16 units. */
export const MAX_FORMULA_LENGTH = 5000;
const HEAD_LENGTH = 256;

/** Splits streamed Markdown into independent blocks. Linear: each character is processed once. */
export class BlockSplitter {
  readonly #blocks: OpenBlock[] = [];
  #open: OpenBlock | undefined;
  #fence: Fence | undefined;
  /** Content offset of the list's last item. Undefined if the open block isn't a list. */
  #list: number | undefined;
  #blank = false;
  #formulaEnd: string | undefined;
  #pending = '';
  #midLine = false;

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

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

  /** Handles a line, or the start of a line too long to be a fence. */
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
      const isLong = (this.#open?.length ?? 0) > MAX_FORMULA_LENGTH;
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
    // Only lists and formulas continue after a blank line.
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
    // CommonMark lazy continuation: text continues a block, but a fence doesn't.
    if (!this.#blank) return openFence(line) === undefined;
    return listMarker(line) !== undefined;
  }

  #noteList(line: string): void {
    const marker = listMarker(line);
    if (marker === undefined) return;
    const begins = this.#open?.length === 0 || marker.interrupts;
    if (!begins && this.#list === undefined) return;
    // Nested items don't change the list's content offset.
    if (this.#list === undefined || marker.indent < this.#list) this.#list = marker.offset;
  }

  /** Whether a long block can be split before this line without a visible change. */
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

export interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
}

interface ListMarker {
  readonly indent: number;
  /** Start column of the item's text. Content with this indentation belongs to the item. */
  readonly offset: number;
  /** Whether the item can interrupt a paragraph (CommonMark: a bullet or number 1, not empty). */
  readonly interrupts: boolean;
}

const MAX_FENCE_LINE = 250;

export function openFence(line: string): Fence | undefined {
  if (line.length > MAX_FENCE_LINE) return undefined;
  const match = /^ {0,3}(`{3,}|~{3,})([^\n]*)/.exec(line);
  const mark = match?.[1];
  const info = match?.[2] ?? '';
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined;
  return { mark: mark.charAt(0), length: mark.length, info };
}

/** Returns the closing delimiter of a formula that isn't closed on the same line. */
function openFormula(line: string): string | undefined {
  const [, open] = /^ {0,3}(\$\$|\\\[)/.exec(line) ?? [];
  if (open === undefined) return undefined;
  const close = open === '$$' ? '$$' : '\\]';
  return line.includes(close, line.indexOf(open) + 2) ? undefined : close;
}

export function closesFence(line: string, fence: Fence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?\n?$/.exec(line.slice(0, MAX_FENCE_LINE));
  const mark = match?.[1];
  return mark !== undefined && mark.startsWith(fence.mark) && mark.length >= fence.length;
}

/** Whether an incomplete line could still become a closing fence. */
export function mayCloseFence(line: string): boolean {
  return /^ {0,3}(`{0,}|~{0,})[ \t]*$/.test(line.slice(0, MAX_FENCE_LINE));
}

function listMarker(line: string): ListMarker | undefined {
  const match = /^( {0,3})([-+*]|\d{1,9}[.)])( {1,4}(?=\S)|[ \t]*(?=\r?\n|$)|[ \t])/.exec(line);
  if (!match) return undefined;
  // Three or more are a thematic break.
  if (/^ {0,3}([-*])(?:[ \t]*\1){2,}[ \t]*\r?\n?$/.test(line)) return undefined;
  const indent = match[1]?.length ?? 0;
  const mark = match[2] ?? '';
  const space = Math.max(1, match[3]?.length ?? 1);
  const offset = indent + mark.length + space;
  const bare = line.slice(offset).trim() === '';
  return { indent, offset, interrupts: !bare && /^([-+*]|1[.)])$/.test(mark) };
}

/** Returns the first word of the info string, without decorations that some models add. */
export function languageOf(info: string): string {
  return /^[\w+#.-]{1,32}/.exec(info.trim())?.[0] ?? '';
}
