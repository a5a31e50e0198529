import type { TableContent } from '../webview/tableRows';

/** What was found about one thing, and what mends it. */
export interface SheetFinding {
  /** Unique among the findings of its sheet. */
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'passed' | 'warning' | 'failed' | 'skipped';
  readonly title: string;
  /** The state in words. */
  readonly stateText: string;
  /** What was found and what to do, in sentences; empty while it is not known. */
  readonly text: string;
  /** Ids are told without rows, as those of `buttons` are. */
  readonly buttons: readonly { readonly id: string; readonly title: string }[];
}

/** A part of a sheet, from top to bottom. */
export type SheetBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly tone?: 'danger' | 'muted' }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'findings'; readonly findings: readonly SheetFinding[] }
  | ({ readonly kind: 'table' } & TableContent)
  | {
      readonly kind: 'chart';
      /** Says what the curve shows, for those who can't see it; a table with the numbers stands beside it. */
      readonly caption: string;
      readonly xTitle: string;
      readonly yTitle: string;
      readonly points: readonly (readonly [x: number, y: number])[];
    }
  | {
      readonly kind: 'buttons';
      readonly buttons: readonly { readonly id: string; readonly title: string }[];
    };

/** A page for reading, with tables to act on. */
export interface Sheet {
  readonly title: string;
  readonly blocks: readonly SheetBlock[];
  /** Work goes on: a bar runs on top. */
  readonly isBusy?: boolean;
}

/** What the user asked for on a sheet: a table's action on the chosen rows, a cell's on its row, or a button's. */
export interface SheetAction {
  readonly action: string;
  /** Ids of rows; none for a button. */
  readonly rows: readonly string[];
}

export interface OpenSheet {
  update(sheet: Sheet): void;
  readonly isClosed: boolean;
}

/** Shows sheets as panels of the editor area. An interface: tests have their own. */
export interface Sheets {
  /** Opens a sheet, or brings the one with the same key to the front with the new content. */
  open(
    key: string,
    sheet: Sheet,
    onAction: (action: SheetAction) => Promise<void>,
    onClose?: () => void,
  ): OpenSheet;
}
