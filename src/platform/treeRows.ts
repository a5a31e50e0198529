import * as vscode from 'vscode';
import { markdownText, plainLines, plainText } from './plainText';

/** The texts of a row. A tree draws no icons and no links in them; a tooltip may have lines. */
interface RowTexts {
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string;
  /** What a screen reader says; label and description where it is left out. */
  readonly spoken?: string | undefined;
}

/** A row as VS Code draws it. What is no text is set by whoever asks for it. */
export function treeItem(
  { label, description, tooltip, spoken }: RowTexts,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(label), state);
  if (description !== undefined) item.description = plainText(description);
  if (tooltip !== undefined) item.tooltip = plainLines(tooltip);
  const said = spoken ?? [label, description].filter(Boolean).join(', ');
  item.accessibilityInformation = { label: plainText(said) };
  return item;
}

/** A tooltip with a table of facts. Nothing in it is markup, whatever the texts are. */
export interface TooltipTexts {
  readonly title?: string;
  readonly paragraphs?: readonly string[];
  readonly facts?: readonly (readonly string[])[];
}

/** Sets what shows while somebody points at a row. */
export function setTooltip(item: vscode.TreeItem, tooltip: string | TooltipTexts): void {
  item.tooltip = typeof tooltip === 'string' ? plainLines(tooltip) : markdown(tooltip);
}

/** Neither trusted nor with HTML or icons: names come from the service. */
function markdown({ title, paragraphs = [], facts = [] }: TooltipTexts): vscode.MarkdownString {
  const rows = facts.map(
    ([label = '', value = '']) => `| ${markdownText(label)} | ${markdownText(value)} |`,
  );
  const table = rows.length === 0 ? [] : [['| | |', '|:---|:---|', ...rows].join('\n')];
  const heading = title === undefined ? [] : [`**${markdownText(title)}**`];
  const text = [...heading, ...paragraphs.map(markdownText), ...table].join('\n\n');
  return new vscode.MarkdownString(text, false);
}

/** What a view says over its rows. Set to nothing, VS Code would keep what it shows. */
export function setViewMessage(view: vscode.TreeView<unknown>, message: string | undefined): void {
  view.message = message === undefined ? '' : plainText(message);
}

/** What stands beside the title of a view. */
export function setViewDescription(view: vscode.TreeView<unknown>, text: string | undefined): void {
  view.description = text === undefined ? '' : plainText(text);
}

/** A mark at the end of a row, of at most two characters. */
export function rowMark(text: string, colour: string): vscode.FileDecoration {
  return new vscode.FileDecoration(plainText(text), undefined, new vscode.ThemeColor(colour));
}

/**
 * The row that has the focus, which a key works on. VS Code tells extensions the selection only, and arrow
 * keys move the focus without it: so the focused row is put into the selection, or taken out of it, and
 * back. Nothing is opened by that.
 */
export function focusedRow<T>(view: vscode.TreeView<T>): Promise<T | undefined> {
  // One after the other: two keys in quick succession would each take the other's row for theirs.
  const found = last.then(() => find(view));
  last = found.catch(() => undefined);
  return found;
}

let last: Promise<unknown> = Promise.resolve();

async function find<T>(view: vscode.TreeView<T>): Promise<T | undefined> {
  const before = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const after = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  return after.find((row) => !before.includes(row)) ?? before.find((row) => !after.includes(row));
}
