/** The lines of a text that have something on them: each of them is a text of its own. */
export function textLines(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}
