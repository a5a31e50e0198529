/**
 * What is left of an answer after the parts that were sent. Spaces at the seams may differ: clients trim.
 * Undefined where the parts are not the beginning of the answer.
 */
export function resume(answer: string, sent: readonly string[]): string | undefined {
  let at = 0;
  for (const part of sent) {
    const next = skip(answer, at, part);
    if (next === undefined) return undefined;
    at = next;
  }
  return answer.slice(at);
}

function skip(answer: string, at: number, part: string): number | undefined {
  if (answer.startsWith(part, at)) return at + part.length;
  const trimmed = part.trim();
  let start = at;
  while (start < answer.length && /\s/.test(answer.charAt(start))) start += 1;
  return answer.startsWith(trimmed, start) ? start + trimmed.length : undefined;
}
