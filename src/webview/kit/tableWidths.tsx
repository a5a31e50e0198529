import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TableRow } from '../tableRows';
import { LONG } from './tableRow';

/** Number of longest texts measured per column, because letter widths differ. */
const MEASURED_TEXTS = 6;

const ICON = '\u2003\u2003';

interface WidthsProps {
  readonly rows: readonly TableRow[];
  readonly hasBoxes: boolean;
}

/**
 * Hidden rows with the longest texts of all rows, so that column widths don't change during virtual scrolling.
 */
export function Widths({ rows, hasBoxes }: WidthsProps): VNode {
  const lines = useMemo(() => longestTexts(rows), [rows]);
  return (
    <tfoot class="data-table-widths" aria-hidden="true">
      {lines.map((texts, line) => (
        <tr key={line}>
          {hasBoxes && <td class="box" />}
          {texts.map((text, at) => (
            <td key={at} class={text.length > LONG ? 'long' : undefined}>
              {text}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  );
}

function longestTexts(rows: readonly TableRow[]): readonly (readonly string[])[] {
  const columns = rows[0]?.cells.length ?? 0;
  const longest = Array.from({ length: columns }, (_, column) => longestIn(rows, column));
  return Array.from({ length: MEASURED_TEXTS }, (_, line) =>
    longest.map((texts) => texts[line] ?? ''),
  );
}

function longestIn(rows: readonly TableRow[], column: number): readonly string[] {
  const found: string[] = [];
  let least = 0;
  for (const { cells } of rows) {
    const { text: words = '', icon } = cells[column] ?? {};
    const text = icon ? `${ICON}${words}` : words;
    if (found.length === MEASURED_TEXTS && text.length <= least) continue;
    found.push(text);
    found.sort((a, b) => b.length - a.length);
    found.length = Math.min(found.length, MEASURED_TEXTS);
    least = found.at(-1)?.length ?? 0;
  }
  return found;
}
