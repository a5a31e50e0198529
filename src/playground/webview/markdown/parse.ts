import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import {
  type Align,
  type Link,
  type Piece,
  type PieceElement,
  type PlainTag,
  reveal,
  revealedText,
} from '../pieces';
import { languageOf } from './blocks';
import { splitAtMarkers, withoutMarkers } from './sourceMarkers';

/** What one block leaves for the next: the definitions of links. */
export type References = Record<string, unknown>;

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 40 });
// Every link passes `safeLink`, which also escapes its address; what it refuses keeps its words.
parser.validateLink = () => true;
parser.normalizeLink = (href) => href;
// Only what has a scheme is an address: `a@b.test` is also how packages and decorators are written.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
endAddressesBeforeEmphasis();

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
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

/**
 * Markdown → pieces. Raw HTML stays text, images become links, links that aren't http, https or mailto
 * become their words.
 * @param marked whether the text has markers of its sources
 */
export function parseMarkdown(
  text: string,
  references: References = {},
  marked = false,
): readonly Piece[] {
  if (isBloated(text)) return [{ tag: 'p', children: reveal(text, 'prose') }];
  return new Builder(parser.parse(text, references), marked).children(undefined);
}

/** `_https://a.test_` is an emphasized address, as in GitHub's Markdown; linkify-it takes its last underscore in. */
function endAddressesBeforeEmphasis(): void {
  const { linkify } = parser;
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    if (found) found.url = found.url.replace(/_+$/, '');
    return found;
  };
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

class Builder {
  readonly #tokens: readonly Token[];
  readonly #marked: boolean;
  #at = 0;

  constructor(tokens: readonly Token[], marked: boolean) {
    this.#tokens = tokens;
    this.#marked = marked;
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
        return new Builder(token.children ?? [], this.#marked).children(undefined);
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

  #words(text: string): readonly Piece[] {
    if (!this.#marked) return reveal(text, 'prose');
    return splitAtMarkers(text).flatMap((piece) =>
      typeof piece === 'string' ? reveal(piece, 'prose') : [{ tag: 'marker', number: piece }],
    );
  }

  #code({ content }: Token): string {
    return this.#marked ? withoutMarkers(content) : content;
  }

  #container(token: Token): readonly Piece[] {
    const children = this.children(token.type.replace(/_open$/, '_close'));
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

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** Longest address that the host takes. */
const MAX_HREF = 8192;
// A word that reads as a host: labels with dots, the last one of letters.
const HOST_IN_WORDS = /(?:^|[\s/@(])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[\s:/?#),.!]|$)/u;
// File names read like hosts: main.rs, README.md.
const FILE_ENDINGS =
  /\.(?:c|cc|cpp|cs|css|go|h|html|java|js|json|jsx|kt|lock|log|md|mjs|pl|py|rb|rs|sh|sql|swift|toml|ts|tsx|txt|xml|yaml|yml)$/i;

/**
 * A link that may be offered: http, https or mailto, absolute, of a bearable length. Anything else,
 * `javascript:`, `data:`, `command:` and relative addresses among it, is none.
 */
export function safeLink(href: string, words: string, title: string): Link | undefined {
  if (href.length > MAX_HREF) return undefined;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url || !SCHEMES.has(url.protocol)) return undefined;
  const target = url.protocol === 'mailto:' ? revealedText(decoded(url.pathname)) : url.host;
  if (target === '') return undefined;
  return {
    href: url.href,
    target,
    title: revealedText(title),
    misleading: url.protocol !== 'mailto:' && namesOtherHost(words, url.hostname),
  };
}

/** Whether words that a link is made of name a host that is not the one it leads to. */
function namesOtherHost(words: string, host: string): boolean {
  const named = HOST_IN_WORDS.exec(words.slice(0, 500))?.[1];
  if (named === undefined || FILE_ENDINGS.test(named)) return false;
  const address = `https://${named}`;
  const shown = URL.canParse(address) ? new URL(address).hostname : named;
  return bare(shown) !== bare(host);
}

function bare(host: string): string {
  return host.replace(/^www\./, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
