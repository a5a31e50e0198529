import { decodePercent } from '../../../base/percentDecoding';
import { revealedText } from '../reveal';

export interface Link {
  readonly href: string;
  readonly target: string;
  readonly title: string;
  /** Whether the link text names a different host. */
  readonly misleading: boolean;
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const MAX_HREF = 8192;
// A word that looks like a host name: labels with dots and an alphabetic last label.
const HOST_IN_WORDS = /(?:^|[\s/@(])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[\s:/?#),.!]|$)/u;
// File names look like host names: main.rs, README.md.
const FILE_ENDINGS =
  /\.(?:c|cc|cpp|cs|css|go|h|html|java|js|json|jsx|kt|lock|log|md|mjs|pl|py|rb|rs|sh|sql|swift|toml|ts|tsx|txt|xml|yaml|yml)$/i;

/** Parses a link. Undefined unless an absolute http, https, or mailto URL of limited length. */
export function safeLink(href: string, words: string, title: string): Link | undefined {
  if (href.length > MAX_HREF) return undefined;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url || !SCHEMES.has(url.protocol)) return undefined;
  const target = url.protocol === 'mailto:' ? revealedText(decodePercent(url.pathname)) : url.host;
  if (target === '') return undefined;
  return {
    href: url.href,
    target,
    title: revealedText(title),
    misleading: url.protocol !== 'mailto:' && mentionsOtherHost(words, url.hostname),
  };
}

function mentionsOtherHost(words: string, host: string): boolean {
  const named = HOST_IN_WORDS.exec(words.slice(0, 500))?.[1];
  if (named === undefined || FILE_ENDINGS.test(named)) return false;
  const address = `https://${named}`;
  const shown = URL.canParse(address) ? new URL(address).hostname : named;
  return withoutWww(shown) !== withoutWww(host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
