/** An address in a text, as the parser of Markdown asks for it. */
export interface FoundAddress {
  readonly schema: string;
  /** Its first character in the text, and the one after it. */
  readonly index: number;
  readonly lastIndex: number;
  readonly text: string;
  readonly url: string;
}

// Up to what no address contains: white space, brackets and quotes that RFC 3986 leaves out, and the stops of Chinese
// and Japanese.
const WEB = String.raw`https?:\/\/[\p{L}\p{N}\[][^\s<>"${'`'}|{}\\^\p{Cc}，。；：！？、（）「」『』【】《》〈〉｜]*`;
const MAIL = String.raw`mailto:[\w.!#$%&'*+/=?^{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`;
const ADDRESSES = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${WEB}|${MAIL})`, 'giu');
const AT_START = new RegExp(`^${WEB}`, 'iu');

/**
 * Finds the addresses that stand in a text without any markup, with their scheme: http, https or mailto. They end as in
 * GitHub's Markdown: before punctuation, and before a bracket that nothing in them has opened.
 */
export class LinkifyIt {
  /** Whether a text may have one. */
  test(text: string): boolean {
    return /https?:\/\/|mailto:/i.test(text);
  }

  match(text: string): readonly FoundAddress[] {
    return [...text.matchAll(ADDRESSES)].map((found) => addressOf(found[0], found.index));
  }

  matchAtStart(text: string): FoundAddress | null {
    const found = AT_START.exec(text);
    return found && addressOf(found[0], 0);
  }
}

function addressOf(found: string, index: number): FoundAddress {
  const url = withoutEnd(found);
  const schema = url.slice(0, url.indexOf(':') + 1).toLowerCase();
  return { schema, index, lastIndex: index + url.length, text: url, url };
}

/** An address without what belongs to the sentence around it. */
function withoutEnd(address: string): string {
  const open = { ')': excess(address, '(', ')'), ']': excess(address, '[', ']') };
  let end = address.length;
  for (;;) {
    const last = address.charAt(end - 1);
    if ((last === ')' || last === ']') && open[last] > 0) open[last] -= 1;
    else if (!/[?!.,:;*_~']/.test(last)) return address.slice(0, end);
    end -= 1;
  }
}

/** How many more of the closing brackets there are than of the opening ones. */
function excess(text: string, opening: string, closing: string): number {
  return text.split(closing).length - text.split(opening).length;
}
