/** Milliseconds of a duration as JSON carries it, such as `53s` or `0.900s`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,9})?)s$/.exec(text);
  return match ? Number(match[1]) * 1000 : undefined;
}
