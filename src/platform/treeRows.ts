import * as vscode from 'vscode';
import { escapedMarkdown, markdownText, plainLines, plainText } from './plainText';

/** Texts of a tree item, without icons and links; tooltips may have several lines. */
interface RowTexts {
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string;
  /** Screen reader label; label and description by default. */
  readonly spoken?: string | undefined;
}

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

/** A tooltip with a table of facts. All texts are escaped. */
export interface TooltipTexts {
  readonly title?: string;
  readonly paragraphs?: readonly string[];
  readonly facts?: readonly (readonly string[])[];
}

export function setTooltip(item: vscode.TreeItem, tooltip: string | TooltipTexts): void {
  item.tooltip = typeof tooltip === 'string' ? plainLines(tooltip) : factsMarkdown(tooltip);
}

/** Not trusted, without HTML and icons: names come from the API. */
export function factsMarkdown({
  title,
  paragraphs = [],
  facts = [],
}: TooltipTexts): vscode.MarkdownString {
  const rows = facts.map(
    ([label = '', value = '']) => `| ${markdownText(label)} | ${markdownText(value)} |`,
  );
  const table = rows.length === 0 ? [] : [['| | |', '|:---|:---|', ...rows].join('\n')];
  const heading = title === undefined ? [] : [`**${markdownText(title)}**`];
  const text = [...heading, ...paragraphs.map(markdownText), ...table].join('\n\n');
  return new vscode.MarkdownString(text, false);
}

export function rowMark(text: string, colour: string): vscode.FileDecoration {
  return new vscode.FileDecoration(plainText(text), undefined, new vscode.ThemeColor(colour));
}

/**
 * Returns the focused item, which VS Code doesn't expose, by toggling its selection and restoring it. Opens
 * nothing.
 */
export function focusedRow<T>(view: vscode.TreeView<T>): Promise<T | undefined> {
  // Serialized, so that two quick key presses don't interfere.
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

interface HoverLink {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

interface HoverTexts extends TooltipTexts {
  readonly title: string;
  /** Next to the title, because VS Code cuts off tall hovers. */
  readonly links: readonly HoverLink[];
}

/** Creates a hover with a table of facts. Texts are escaped; links run only the named commands. */
export function hover({ title, links, ...texts }: HoverTexts, range: vscode.Range): vscode.Hover {
  const linked = links.map(({ title, command, arguments: args }) => {
    const query = encodeURIComponent(JSON.stringify(args));
    return `[${escapedMarkdown(title)}](command:${command}?${query})`;
  });
  const heading = [`**${markdownText(title)}**`, ...linked].join(' · ');
  const text = new vscode.MarkdownString(heading, false);
  text.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  return new vscode.Hover([text, factsMarkdown(texts)], range);
}
