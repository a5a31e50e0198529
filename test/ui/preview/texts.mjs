/** What the answers of the preview say. */
const typescript = `export interface Group<K, T> {
  readonly key: K;
  readonly items: readonly T[];
}

/** Groups a list by a key, in the order in which the keys first appear. */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Group<K, T>[] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    if (group.length === 0) groups.set(key, group); // 1 entry per key
    group.push(item);
  }
  return [...groups].map(([key, list]) => ({ key, items: list }));
}
`;
export const long = `Here is a small, typed helper. It keeps the order of first appearance and never mutates its input.

\`\`\`ts
${typescript}\`\`\`

## How it works

1. A \`Map\` keeps the insertion order of its keys, so **no sorting** is needed.
2. Each item is visited *once*: the cost is linear.
   - Keys are compared with \`SameValueZero\`.
   - For compound keys, build a string first:
     \`\`\`js
     groupBy(rows, (row) => \`\${row.year}-\${row.month}\`);
     \`\`\`
3. The result is a plain array.

| Approach | Time | Keeps order | Note |
|:--|--:|:-:|---|
| \`Map\` | O(n) | yes | recommended |
| \`Object.groupBy\` | O(n) | mostly | integer-like keys move to the front |
| sort first | O(n log n) | no | only when you sort anyway |

> A key that is an object is compared by identity, not by its fields.

Read more in the [documentation of Map](https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Map "Map on MDN").
`;
export const manyLines = Array.from(
  { length: 120 },
  (_, i) => `print("line ${i + 1}", ${i} * 2)`,
).join('\n');
export const hostile = `Raw HTML stays text: <img src="https://canary.test/x.png" onerror="alert(1)"> and <script>alert(1)</script>.

An image: ![a chart](https://canary.test/i.png). Links: [run it](command:workbench.action.quit), [js](javascript:alert(1)), [data](data:text/html,hi), [https://google.com](https://evil.example/login).

Direction override: abc\u202egpj.exe. Escape: \u001b[31mred\u001b[0m.

\`\`\`js
const isAdmin = user === 'admin\u200b'; /* \u202e } \u2066if (isAdmin)\u2069 \u2066 begin */
\`\`\`
`;
/** A picture of a few pixels. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';
