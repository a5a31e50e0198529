import type { VNode } from 'preact';
import { dragSideways } from './drag';
import type { TableModel } from './tableModel';

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
