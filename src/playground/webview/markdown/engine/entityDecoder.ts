/** How many names are remembered. HTML has half as many; a text may have any number of others. */
const MAX_KNOWN = 4000;
/** The longest text that a name stands for: two characters, of which one may be a pair. */
const LONGEST = 3;

/**
 * Makes `&name;` what it stands for in HTML; any other text stays as it is.
 * @param show What the browser shows for a text of HTML. Only names of letters and digits get there.
 */
export function entityDecoder(show: (html: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (!/^&[a-z][a-z\d]{1,31};$/i.test(text)) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MAX_KNOWN) known.clear();
    const shown = show(text);
    // For some names, the browser takes the beginning: &ampx; is shown as &x;
    const isWhole = shown.length === 1 || (shown.length <= LONGEST && !shown.endsWith(';'));
    const decoded = isWhole ? shown : text;
    known.set(text, decoded);
    return decoded;
  };
}
