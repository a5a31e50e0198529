import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TableRow } from '../tableRows';
import { dragSideways } from './drag';
import type { TableModel } from './tableModel';
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

/** Minimum column width, in pixels. */
const MIN_WIDTH = 40;

/** Returns the widths in pixels after a border has moved, within limits. */
export function moveBorder(
  widths: readonly number[],
  column: number,
  by: number,
): readonly number[] {
  const least = Math.min(MIN_WIDTH - (widths[column] ?? 0), 0);
  const most = Math.max((widths[column + 1] ?? 0) - MIN_WIDTH, 0);
  const moved = Math.max(Math.min(by, most), least);
  return widths.map((width, at) => {
    if (at === column) return width + moved;
    return at === column + 1 ? width - moved : width;
  });
}

export function Columns({
  model,
  hasBoxes,
}: {
  readonly model: TableModel;
  readonly hasBoxes: boolean;
}): VNode | null {
  const shares = model.widths.value;
  if (!shares) return null;
  return (
    <colgroup>
      {hasBoxes && <col class="box" />}
      {shares.map((share, at) => (
        <col
          key={at}
          style={at < shares.length - 1 ? { width: `${(share * 100).toFixed(2)}%` } : undefined}
        />
      ))}
    </colgroup>
  );
}

export function resizeColumn(model: TableModel, title: Element, column: number, by: number): void {
  const widths = widthsAround(title);
  setWidths(model, title, moveBorder(widths, column, by));
}

function widthsAround(title: Element): readonly number[] {
  const titles = title.parentElement?.querySelectorAll<HTMLElement>('[scope="col"]') ?? [];
  return [...titles].map(({ offsetWidth }) => offsetWidth);
}

function setWidths(model: TableModel, title: Element, widths: readonly number[]): void {
  const all = title.closest('table')?.offsetWidth ?? 0;
  if (all > 0) model.widths.value = widths.map((width) => width / all);
}

interface SashProps {
  readonly model: TableModel;
  readonly column: number;
}

export function Sash({ model, column }: SashProps): VNode {
  return (
    <span
      class="data-table-sash"
      onPointerDown={(event) => {
        const title = event.currentTarget.parentElement;
        if (!title) return;
        const widths = widthsAround(title);
        dragSideways(event, (by) => setWidths(model, title, moveBorder(widths, column, by)));
      }}
      onDblClick={() => (model.widths.value = undefined)}
    />
  );
}
