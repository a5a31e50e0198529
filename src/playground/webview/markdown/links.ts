import { percentDecoded } from '../../../base/percentDecoding';
import { revealedText } from '../reveal';

export interface Link {
  readonly href: string;
  /** Where it leads, in the form that can't be mistaken: host, or address of a mail. */
  readonly target: string;
  readonly title: string;
  /** The words of the link name another host than the one it leads to. */
  readonly misleading: boolean;
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
  const target = url.protocol === 'mailto:' ? revealedText(percentDecoded(url.pathname)) : url.host;
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
