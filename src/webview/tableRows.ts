/** A cell of a table: plain text. */
export interface TableCell {
  readonly text: string;
  readonly tone?: 'danger' | 'muted' | 'good';
  /** Id of the codicon before the text; never read out. */
  readonly icon?: string;
  /** What it is sorted by in place of its text. */
  readonly order?: number;
  /** What a click on it asks for, told with the id of the row. */
  readonly action?: string;
}

export interface TableRow {
  /** Unique in its table. */
  readonly id: string;
  readonly cells: readonly TableCell[];
  readonly tone?: 'danger';
  /** May be chosen for the table's actions. */
  readonly isSelectable?: boolean;
}

export interface TableColumn {
  readonly title: string;
  /** Stands above it, and above those beside it that say the same. */
  readonly group?: string;
  readonly align?: 'end';
}

/** What can be done with the chosen rows. */
export interface TableAction {
  readonly id: string;
  readonly title: string;
  readonly tone?: 'danger';
}

/** What a table shows, as a host and its page know it. */
export interface TableContent {
  /** Unique in its page. */
  readonly id: string;
  /** Read out with the table, and shown above it. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly actions?: readonly TableAction[];
  /** Shown when there are no rows. */
  readonly empty: string;
}
