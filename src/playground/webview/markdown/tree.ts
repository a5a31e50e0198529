/**
 * The only things that a model's answer can become on the page. Whatever Markdown says, it is turned
 * into these, and the page builds its elements from these alone.
 */
export type Piece = string | Element;

export type Element =
  | { readonly tag: PlainTag; readonly children: readonly Piece[] }
  | { readonly tag: 'ol'; readonly start: number; readonly children: readonly Piece[] }
  | { readonly tag: 'th' | 'td'; readonly align: Align; readonly children: readonly Piece[] }
  | { readonly tag: 'hr' | 'br' }
  | { readonly tag: 'link'; readonly link: Link; readonly children: readonly Piece[] }
  /** A code block with its own head; `text` as it is copied. */
  | { readonly tag: 'codeBlock'; readonly language: string; readonly text: string }
  /** A run of highlighted code; `scope` is one of the style sheet's. */
  | { readonly tag: 'scope'; readonly scope: string; readonly children: readonly Piece[] }
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
export function sameHead(a: Element, b: Element): boolean {
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
    default:
      return true;
  }
}

export function childrenOf(element: Element): readonly Piece[] {
  return 'children' in element ? element.children : [];
}
