import type { VNode } from 'preact';
import { dragSideways } from './drag';
import type { TableModel } from './tableModel';

/** In pixels: enough for a sign or two. */
const NARROWEST = 40;

/** Widths of columns once the border behind one of them has moved, as far as there is room; in pixels. */
export function moveBorder(
  widths: readonly number[],
  column: number,
  by: number,
): readonly number[] {
  const least = Math.min(NARROWEST - (widths[column] ?? 0), 0);
  const most = Math.max((widths[column + 1] ?? 0) - NARROWEST, 0);
  const moved = Math.max(Math.min(by, most), least);
  return widths.map((width, at) => {
    if (at === column) return width + moved;
    return at === column + 1 ? width - moved : width;
  });
}

/** The columns with the widths that the user gave them; what is left is for the last one. */
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

/** Moves the border behind a column from where it is. Where texts made the columns as wide as they are, that ends. */
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

/** The border behind the title of a column, which is dragged; two clicks give all columns back to their texts. */
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
