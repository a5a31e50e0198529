/** A text as a block of Markdown in which nothing of it is markup: the fence is longer than any within. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return [marks + language, text.replace(/\r?\n$/, ''), marks].join('\n');
}
