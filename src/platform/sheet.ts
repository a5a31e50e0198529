import type { TableContent } from '../webview/tableRows';

export interface SheetFinding {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'passed' | 'warning' | 'failed' | 'skipped';
  readonly title: string;
  readonly stateText: string;
  /** Result and advice in sentences; empty if unknown. */
  readonly text: string;
  /** Button IDs are passed on without rows. */
  readonly buttons: readonly { readonly id: string; readonly title: string }[];
}

export type SheetBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly tone?: 'danger' | 'muted' }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'findings'; readonly findings: readonly SheetFinding[] }
  | ({ readonly kind: 'table' } & TableContent)
  | {
      readonly kind: 'chart';
      readonly caption: string;
      readonly xTitle: string;
      readonly yTitle: string;
      readonly points: readonly (readonly [x: number, y: number])[];
    }
  | {
      readonly kind: 'buttons';
      readonly buttons: readonly { readonly id: string; readonly title: string }[];
    };

export interface Sheet {
  readonly title: string;
  readonly blocks: readonly SheetBlock[];
  readonly isBusy?: boolean;
}

/** A user action: of a table on selected rows, of a cell on its row, or of a button. */
export interface SheetAction {
  readonly action: string;
  /** Row ids; empty for a button. */
  readonly rows: readonly string[];
}

export interface OpenSheet {
  update(sheet: Sheet): void;
  readonly isClosed: boolean;
}

/** Sheets as editor tabs. An interface, so that tests can replace it. */
export interface Sheets {
  open(
    key: string,
    sheet: Sheet,
    onAction: (action: SheetAction) => Promise<void>,
    onClose?: () => void,
  ): OpenSheet;
}
