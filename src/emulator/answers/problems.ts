/** A problem in a mock file. Lines and columns start at 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** JSON path from the root, such as `mocks[0].when`. */
  readonly path: string;
  readonly message: string;
}

export function problemText({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** Returns the closest known name. Undefined if none is similar. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(name.length / 2));
  const [best] = known
    .map((one) => ({ one, distance: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter((one) => one.distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return best?.one;
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= to.length; index += 1) {
      const isSame = from[at - 1] === to[index - 1];
      const changed = (row[index - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
