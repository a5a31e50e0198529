/** A text as a block of Markdown in which nothing of it is markup: its fence is longer than any within. */
export function fencedBlock(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, text.replace(/\n$/, ''), fence].join('\n');
}
