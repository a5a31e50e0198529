/**
 * A text as a block of Markdown in which nothing of it is markup: its fence is longer than any within. An editor has
 * one kind of line ends, so that there is one in it.
 */
export function fenced(text: string, language: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const longest = Math.max(2, ...runs.map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, text.replace(/\r\n?/g, '\n').replace(/\n$/, ''), fence].join('\n');
}
