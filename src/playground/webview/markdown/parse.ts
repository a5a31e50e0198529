import type { Token } from 'markdown-it';
import { type Align, type Piece, type PieceElement, type PlainTag, reveal } from '../pieces';
import { languageOf } from './blocks';
import { safeLink } from './links';
import { BLOCK_MATH, INLINE_MATH, isDisplayed, mathSource } from './mathRules';
import { type Author, parserFor } from './parser';
import { splitAtMarkers, withoutMarkers } from './sourceMarkers';

/** What one block leaves for the next: the definitions of links. */
export type References = Record<string, unknown>;

// The page has headings of its own above those of an answer.
const HEADINGS: { readonly [tag: string]: PlainTag } = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
};
const CONTAINERS: { readonly [type: string]: PlainTag } = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  dl_open: 'dl',
  dt_open: 'dt',
  dd_open: 'dd',
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

export interface ParseOptions {
  /** What the blocks before left, and this one leaves. */
  readonly references?: References;
  /** The text has markers of its sources. */
  readonly marked?: boolean;
  readonly author?: Author;
}

/**
 * Markdown → pieces. Raw HTML stays text, but for line breaks in tables; images become links, links that aren't http,
 * https or mailto become their words.
 */
export function parseMarkdown(text: string, options: ParseOptions = {}): readonly Piece[] {
  const { references = {}, marked = false, author = 'model' } = options;
  if (isBloated(text)) return [{ tag: 'p', children: reveal(text, 'prose') }];
  return new Builder(parserFor(author).parse(text, references), marked).children(undefined);
}

/** Cells that a table gets for nothing: the parser fills up short rows to the width of the head. */
const MOST_EMPTY = 2000;

/** Whether a table has mostly cells that nobody wrote: a few thousand characters become 65,000 of them. */
function isBloated(text: string): boolean {
  if (text.length < MOST_EMPTY) return false;
  const lines = text.split('\n');
  const written = text.split('|').length;
  return lines.some((line, index) => {
    if (!line.includes('|') || !/^[\s>]*[|:-][\s|:-]*$/.test(line)) return false;
    const cells = line.split('|').length * (lines.length - index);
    return cells > written + MOST_EMPTY;
  });
}

/** Of a task in a list. */
const TASK = /^\[([ xX])\](?:[ \t]+|$)/;
/** The one element of HTML that is taken for what it means, and only where Markdown has no line break of its own. */
const LINE_BREAK = /<br\s{0,8}\/?>/i;

class Builder {
  readonly #tokens: readonly Token[];
  readonly #marked: boolean;
  #isInCell = false;
  #at = 0;

  constructor(tokens: readonly Token[], marked: boolean, isInCell = false) {
    this.#tokens = tokens;
    this.#marked = marked;
    this.#isInCell = isInCell;
  }

  /** Pieces up to the token of that type, which is passed over; all that is left without a type. */
  children(close: string | undefined): readonly Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (!token || token.type === close) return merged(pieces);
      pieces.push(...this.#piecesOf(token));
    }
  }

  #piecesOf(token: Token): readonly Piece[] {
    switch (token.type) {
      case 'inline':
        return this.#inline(token);
      case 'text':
      case 'text_special':
      case 'html_inline':
      case 'html_block':
        return this.#words(token.content);
      case 'softbreak':
      case 'hardbreak':
        return [{ tag: 'br' }];
      case 'hr':
        return [{ tag: 'hr' }];
      case INLINE_MATH:
      case BLOCK_MATH:
        return this.#math(token);
      case 'code_inline':
        return [{ tag: 'code', children: reveal(this.#code(token), 'code') }];
      case 'fence':
      case 'code_block':
        return [{ tag: 'codeBlock', language: languageOf(token.info), text: this.#code(token) }];
      case 'image':
        return this.#linked(attribute(token, 'src'), attribute(token, 'title'), [
          token.content || attribute(token, 'src'),
        ]);
      default:
        return token.nesting === 1 ? this.#container(token) : [];
    }
  }

  #inline({ children, content }: Token): readonly Piece[] {
    const [before, first] = [this.#tokens[this.#at - 2], this.#tokens[this.#at - 3]];
    const isItem = before?.type === 'paragraph_open' && first?.type === 'list_item_open';
    const tokens = children ?? [];
    const [words] = tokens;
    const inline = new Builder(tokens, this.#marked, this.#isInCell);
    const box = isItem && content.startsWith('[') && TASK.exec(words?.content ?? '');
    if (!box || words?.type !== 'text') return inline.children(undefined);
    const [marks, sign] = box;
    words.content = words.content.slice(marks.length);
    return [{ tag: 'task', isDone: sign !== ' ' }, ...inline.children(undefined)];
  }

  #math(token: Token): readonly Piece[] {
    const tex = this.#code(token);
    const source = mathSource(tex, token.markup);
    // What hides in it would hide in its picture too.
    const words = reveal(source, 'code');
    if (words.length !== 1) return words;
    return [{ tag: 'math', tex, source, isDisplay: isDisplayed(token.markup) }];
  }

  #words(text: string): readonly Piece[] {
    if (!this.#isInCell) return this.#marks(text);
    return text
      .split(LINE_BREAK)
      .flatMap((line, index): readonly Piece[] =>
        index === 0 ? this.#marks(line) : [{ tag: 'br' }, ...this.#marks(line)],
      );
  }

  #marks(text: string): readonly Piece[] {
    if (!this.#marked) return reveal(text, 'prose');
    return splitAtMarkers(text).flatMap((piece) =>
      typeof piece === 'string' ? reveal(piece, 'prose') : [{ tag: 'marker', number: piece }],
    );
  }

  #code({ content }: Token): string {
    return this.#marked ? withoutMarkers(content) : content;
  }

  #container(token: Token): readonly Piece[] {
    const isCell = token.type === 'th_open' || token.type === 'td_open';
    if (isCell) this.#isInCell = true;
    const children = this.children(token.type.replace(/_open$/, '_close'));
    if (isCell) this.#isInCell = false;
    if (token.type === 'link_open') {
      return this.#linked(attribute(token, 'href'), attribute(token, 'title'), children);
    }
    // Paragraphs of a tight list have no element of their own.
    if (token.hidden) return children;
    const element = elementOf(token, children);
    return element ? [element] : children;
  }

  #linked(href: string, title: string, words: readonly Piece[]): readonly Piece[] {
    const text = plainText(words);
    const link = safeLink(href, text, title);
    return link ? [{ tag: 'link', link, children: words.flatMap(strictly) }] : words;
  }
}

function elementOf(token: Token, children: readonly Piece[]): PieceElement | undefined {
  if (token.type === 'heading_open') return { tag: HEADINGS[token.tag] ?? 'h6', children };
  if (token.type === 'ordered_list_open') {
    const start = Number(attribute(token, 'start') || '1');
    return { tag: 'ol', start: Number.isSafeInteger(start) ? start : 1, children };
  }
  if (token.type === 'th_open' || token.type === 'td_open') {
    const tag = token.type === 'th_open' ? 'th' : 'td';
    return { tag, align: alignOf(attribute(token, 'style')), children };
  }
  const tag = Object.hasOwn(CONTAINERS, token.type) ? CONTAINERS[token.type] : undefined;
  return tag && { tag, children };
}

function alignOf(style: string): Align {
  return style.endsWith('right') ? 'right' : style.endsWith('center') ? 'center' : 'left';
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** Text within a link, shown as strictly as code: it decides where a reader believes to go. */
function strictly(piece: Piece): readonly Piece[] {
  if (typeof piece === 'string') return reveal(piece, 'code');
  if (!('children' in piece)) return [piece];
  return [{ ...piece, children: piece.children.flatMap(strictly) }];
}

/** The words of pieces, without what makes them look. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (piece.tag === 'codeBlock') return piece.text;
      if (piece.tag === 'math') return piece.source;
      return 'children' in piece ? plainText(piece.children) : '';
    })
    .join('');
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') {
      result[result.length - 1] = last + piece;
    } else {
      result.push(piece);
    }
  }
  return result;
}
