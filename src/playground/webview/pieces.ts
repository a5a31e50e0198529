/**
 * The only things that a model's answer can become on the page. Whatever Markdown says, it is turned
 * into these, and the page builds its elements from these alone.
 */
export type Piece = string | PieceElement;

export type PieceElement =
  | { readonly tag: PlainTag; readonly children: readonly Piece[] }
  | { readonly tag: 'ol'; readonly start: number; readonly children: readonly Piece[] }
  | { readonly tag: 'th' | 'td'; readonly align: Align; readonly children: readonly Piece[] }
  | { readonly tag: 'hr' | 'br' }
  | { readonly tag: 'link'; readonly link: Link; readonly children: readonly Piece[] }
  /** A code block with its own head; `text` as it is copied. */
  | { readonly tag: 'codeBlock'; readonly language: string; readonly text: string }
  /** A run of highlighted code; `scope` is one of the style sheet's. */
  | { readonly tag: 'scope'; readonly scope: string; readonly children: readonly Piece[] }
  /** A formula in TeX; `source` as it was written, with what marks it as one. */
  | {
      readonly tag: 'math';
      readonly tex: string;
      readonly isDisplay: boolean;
      readonly source: string;
    }
  /** The box before the words of a task. */
  | { readonly tag: 'task'; readonly isDone: boolean }
  /** Leads to a source of the answer, by its number. */
  | { readonly tag: 'marker'; readonly number: number }
  /** A character that can't be seen, by its code point such as `U+202E`. */
  | { readonly tag: 'hidden'; readonly code: string };

export type PlainTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'ul'
  | 'li'
  | 'blockquote'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'strong'
  | 'em'
  | 's'
  | 'code';
export type Align = 'left' | 'center' | 'right';

export interface Link {
  readonly href: string;
  /** Where it leads, in the form that can't be mistaken: host, or address of a mail. */
  readonly target: string;
  readonly title: string;
  /** The words of the link name another host than the one it leads to. */
  readonly misleading: boolean;
}

/** Whether two pieces are the same, all the way down. */
export function samePiece(a: Piece, b: Piece): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  if (!sameHead(a, b)) return false;
  const others = childrenOf(b);
  const own = childrenOf(a);
  return own.length === others.length && own.every((child, i) => samePiece(child, others[i] ?? ''));
}

/** Whether two elements differ in nothing but their children. */
export function sameHead(a: PieceElement, b: PieceElement): boolean {
  if (a.tag !== b.tag) return false;
  switch (a.tag) {
    case 'ol':
      return b.tag === 'ol' && a.start === b.start;
    case 'th':
    case 'td':
      return b.tag === a.tag && a.align === b.align;
    case 'link':
      return (
        b.tag === 'link' &&
        a.link.href === b.link.href &&
        a.link.title === b.link.title &&
        a.link.misleading === b.link.misleading
      );
    case 'codeBlock':
      return b.tag === 'codeBlock' && a.language === b.language && a.text === b.text;
    case 'scope':
      return b.tag === 'scope' && a.scope === b.scope;
    case 'hidden':
      return b.tag === 'hidden' && a.code === b.code;
    case 'marker':
      return b.tag === 'marker' && a.number === b.number;
    case 'math':
      return b.tag === 'math' && a.source === b.source;
    case 'task':
      return b.tag === 'task' && a.isDone === b.isDone;
    default:
      return true;
  }
}

export function childrenOf(element: PieceElement): readonly Piece[] {
  return 'children' in element ? element.children : [];
}

// Written as escapes on purpose: the characters themselves can't be seen here either.
// Controls other than tab and line breaks, and the overrides that make text read backwards.
const IN_PROSE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202d\u202e]/g;
// Where a character decides what runs or where a link leads, everything that hides counts: soft hyphen,
// joiners, marks of direction, fillers, tags, variation selectors beyond the emoji's.
const IN_CODE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/**
 * Splits a text at characters that can't be seen but change what a reader believes to see (terminal
 * escapes, direction overrides, zero-width characters), so that the page can show them.
 */
export function reveal(text: string, where: 'prose' | 'code'): readonly Piece[] {
  const pattern = where === 'prose' ? IN_PROSE : IN_CODE;
  pattern.lastIndex = 0;
  if (!pattern.test(text)) return text === '' ? [] : [text];
  pattern.lastIndex = 0;
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ tag: 'hidden', code: codeOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The same as plain text: every hidden character by its code point in angle brackets. */
export function revealedText(text: string): string {
  return text.replace(IN_CODE, (character) => `⟨${codeOf(character)}⟩`);
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
