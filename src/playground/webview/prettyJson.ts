/** Deeper values are shown without indentation: it alone would be longer than they are. */
const MAX_DEPTH = 60;
/** Longer texts are cut. */
const MAX_LENGTH = 200_000;

export interface PrettyJson {
  readonly text: string;
  /** Nested too deeply to be indented. */
  readonly deep: boolean;
  readonly cut: boolean;
}

/** A value as JSON for people; bounded in depth and length whatever it is. */
export function prettyJson(value: unknown): PrettyJson {
  const deep = depthOver(value, MAX_DEPTH);
  const text = deep ? compactJson(value) : JSON.stringify(value, null, 2);
  if (text.length <= MAX_LENGTH) return { text, deep, cut: false };
  return { text: text.slice(0, MAX_LENGTH), deep, cut: true };
}

/** Whether a value is nested more deeply; without recursion, since the depth is someone else's. */
function depthOver(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item): readonly unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

/** JSON without recursion: `JSON.stringify` runs out of stack some thousand levels down. */
function compactJson(root: unknown): string {
  const out: string[] = [];
  const work: ({ readonly text: string } | { readonly value: unknown })[] = [{ value: root }];
  let length = 0;
  for (let next = work.pop(); next && length <= MAX_LENGTH; next = work.pop()) {
    const piece = 'text' in next ? next.text : expandJson(next.value, work);
    out.push(piece);
    length += piece.length;
  }
  return out.join('');
}

type Work = ({ readonly text: string } | { readonly value: unknown })[];

/** Writes a value's beginning and leaves the rest on the pile, last first. */
function expandJson(value: unknown, work: Work): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  work.push({ text: list ? ']' : '}' });
  for (const [index, [key, item]] of [...entries.entries()].reverse()) {
    work.push({ value: item });
    const comma = index > 0 ? ',' : '';
    work.push({ text: list ? comma : `${comma}${JSON.stringify(key)}:` });
  }
  return list ? '[' : '{';
}
