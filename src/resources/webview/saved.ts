import type { TableState } from './tableView';

/** What a page keeps while it is hidden. */
export interface Saved {
  /** By the tables' ids. */
  readonly tables: { readonly [id: string]: TableState };
  /** In pixels. */
  readonly scroll: number;
}

/** Our own, as it was saved; nothing where nothing was. */
export function savedIn(state: unknown): Saved {
  return (state as Saved | undefined) ?? { tables: {}, scroll: 0 };
}
