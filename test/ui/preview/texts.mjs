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
/** A change, and a diagram. */
export const mend = `The bound was off by one:

\`\`\`diff
@@ -1,3 +1,3 @@
 function last(items) {
-  return items[items.length];
+  return items[items.length - 1];
 }
\`\`\`

\`\`\`mermaid
graph TD
  Items --> Last
\`\`\`
`;
/** Formulas of every kind, and what is none. */
export const formulas = String.raw`The roots of $ax^2 + bx + c = 0$ are

\[
x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
\]

and for \(b = 0\) they cost $5 and $10:

$$
\begin{aligned}
f(x) &= \int_0^1 \sum_{i=1}^{n} \frac{a_i}{1 + x^i}\,dx \\
     &= \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \cdot \vec{v}
\end{aligned}
$$

$$ \boxed{\left( \frac{a}{b} \right)^2} \quad \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases} \quad \begin{array}{c|c} a & b \\ \hline c & d \end{array} \quad \cancel{x} $$

$$ ${Array.from({ length: 60 }, (_, at) => `a_{${at}}`).join(' + ')} $$

This is none: $\frac{1}{$, and \(\undefined{x}\) neither.
`;

/** Tasks, definitions, and tables: one too wide for a page, and one that is not. */
export const laidOut = `- [x] Write it
- [ ] Read it
  - [ ] Twice

Term
: What it means.
: And what else.

Other term
: Something with \`code\`.

| Case | ${Array.from({ length: 14 }, (_, at) => `Column number ${at + 1}`).join(' | ')} |
|---|${'---|'.repeat(14)}
| one<br>two | ${Array.from({ length: 14 }, (_, at) => `some words ${at}`).join(' | ')} |

| A | B |
|---|---|
| 1 | 2 |
`;
/** A picture of a few pixels. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';
