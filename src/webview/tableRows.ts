/** A plain-text table cell. */
export interface TableCell {
  readonly text: string;
  readonly tone?: 'danger' | 'muted' | 'good';
  /** Codicon ID. Hidden from screen readers. */
  readonly icon?: string;
  /** Sort value, if not the text. */
  readonly order?: number;
  /** Action on click, called with the row ID. */
  readonly action?: string;
}

export interface TableRow {
  readonly id: string;
  readonly cells: readonly TableCell[];
  readonly tone?: 'danger';
  readonly isSelectable?: boolean;
}

export interface TableColumn {
  readonly title: string;
  /** Heading shared by adjacent columns of the same group. */
  readonly group?: string;
  readonly align?: 'end';
}

/** An action on selected rows. */
export interface TableAction {
  readonly id: string;
  readonly title: string;
  readonly tone?: 'danger';
}

/** Content of a table, sent from the host to its page. */
export interface TableContent {
  /** Unique in its page. */
  readonly id: string;
  /** Visible caption and accessible name. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly actions?: readonly TableAction[];
  /** Shown if there are no rows. */
  readonly empty: string;
}
