/**
 * Offsets of the service, in bytes of UTF-8, as offsets of UTF-16 units: one for each, in the same order. An offset
 * within a character stands for the character's end, one beyond the text for the text's end.
 */
export function textOffsets(text: string, bytes: readonly number[]): readonly number[] {
  const result = bytes.map(() => text.length);
  const wanted = [...bytes.entries()].sort(([, a], [, b]) => a - b);
  let next = 0;
  let passed = 0;
  let at = 0;
  while (next < wanted.length && at <= text.length) {
    const [index, offset] = wanted[next] ?? [0, 0];
    if (passed >= offset) {
      result[index] = at;
      next++;
      continue;
    }
    const code = text.codePointAt(at);
    if (code === undefined) break;
    passed += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return result;
}
