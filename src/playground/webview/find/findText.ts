/** Maximum number of matches that are marked and counted. */
export const MAX_MATCHES = 5000;

/** Controls and labels around messages, which aren't part of their text. */
const NOT_TEXT =
  '.turn-head, .verdict-line, .turn-actions, .button, .icon-button, .visually-hidden, [hidden], option, textarea, annotation';

const INLINE: ReadonlySet<string> = new Set(
  'A ABBR B CODE DEL EM I KBD MARK S SPAN STRONG SUB SUP U'.split(' '),
);

/**
 * Returns a pattern for a query: case-insensitive, and with any white space for white space. Undefined for an empty
 * query.
 */
export function searchPattern(query: string): RegExp | undefined {
  if (query === '') return undefined;
  const escaped = query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(escaped, 'giu');
}

/** The texts of a page with the positions of their nodes. Block elements separate texts. */
class PageText {
  readonly #texts: string[] = [];
  #length = 0;
  readonly #nodes: { readonly node: Text; readonly start: number }[] = [];

  add(element: Element): void {
    if (element.matches(NOT_TEXT)) return;
    const isBlock = !INLINE.has(element.tagName);
    if (isBlock) this.#separate();
    for (const child of element.childNodes) {
      if (child instanceof Text) {
        this.#nodes.push({ node: child, start: this.#length });
        this.#append(child.data);
      } else if (child instanceof Element) this.add(child);
    }
    if (isBlock) this.#separate();
  }

  get text(): string {
    return this.#texts.join('');
  }

  /** Returns a static range, because live ranges slow down every change of the page. */
  rangeOf(start: number, end: number): StaticRange {
    const first = this.#nodeAt(start);
    const last = this.#nodeAt(end - 1);
    return new StaticRange({
      startContainer: first.node,
      startOffset: start - first.start,
      endContainer: last.node,
      endOffset: end - last.start,
    });
  }

  /** NUL never occurs in a query, so no match crosses it. */
  #separate(): void {
    if (this.#texts.at(-1) !== '\0') this.#append('\0');
  }

  #append(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }

  /** Returns the last node that starts at or before a position. */
  #nodeAt(position: number): { readonly node: Text; readonly start: number } {
    let [low, high] = [0, this.#nodes.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#nodes[middle]?.start ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    const found = this.#nodes[low];
    if (!found) throw new Error('There is no text.');
    return found;
  }
}

/** Returns the matches in the messages of the page, in order. */
export function findInMessages(query: string): readonly StaticRange[] {
  const pattern = searchPattern(query);
  if (!pattern) return [];
  const page = new PageText();
  for (const turn of document.querySelectorAll('.turn')) page.add(turn);
  const ranges: StaticRange[] = [];
  for (const { index, 0: match } of page.text.matchAll(pattern)) {
    ranges.push(page.rangeOf(index, index + match.length));
    if (ranges.length >= MAX_MATCHES) break;
  }
  return ranges;
}
