export interface TableCell {
  readonly text: string;
  readonly tone?: 'danger' | 'muted' | 'good';
  /** Codicon ID. Hidden from screen readers. */
  readonly icon?: string;
  /** Sort value, if not the text. */
  readonly order?: number;
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
  readonly group?: string;
  readonly align?: 'end';
}

export interface TableAction {
  readonly id: string;
  readonly title: string;
  readonly tone?: 'danger';
}

export interface TableContent {
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly actions?: readonly TableAction[];
  readonly empty: string;
}
