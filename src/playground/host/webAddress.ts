/** What may be opened from an answer: the web, and a mail to someone. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address in its normal form, or undefined for what is none or would run something (`command:`, `file:`, …). */
export function webAddress(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
}
