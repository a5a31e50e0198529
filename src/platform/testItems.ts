import * as vscode from 'vscode';
import { escapedMarkdown, plainLines, plainText, quotedMarkdown } from './plainText';

/** A row of the Test Explorer. VS Code draws icons in labels: those of files have none. */
interface TestTexts {
  readonly label: string;
  readonly description?: string;
  /** Sorts the rows of one parent. */
  readonly sortText?: string;
}

/** The path of a file from the folder of its workspace; with the name of that folder where there are several. */
export function pathOf(uri: string): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true)).replaceAll('\\', '/');
}

/** Where something stands in a file; both are counted from 1. */
export interface TestPlace {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
}

/** A row with the place that a click on it leads to. */
export function testItem(
  controller: Pick<vscode.TestController, 'createTestItem'>,
  id: string,
  { label, description, sortText }: TestTexts,
  place: TestPlace,
): vscode.TestItem {
  const item = controller.createTestItem(id, plainText(label), vscode.Uri.parse(place.uri, true));
  item.range = new vscode.Range(positionOf(place), positionOf(place));
  if (description !== undefined) item.description = plainText(description);
  if (sortText !== undefined) item.sortText = sortText;
  return item;
}

/** What is said beside the label of a row. */
export function describeTest(item: vscode.TestItem, text: string): void {
  item.description = plainText(text);
}

/** What a row says in place of its children. */
export function setTestError(item: vscode.TestItem, text: string | undefined): void {
  item.error = text === undefined ? undefined : plainLines(text);
}

/** What a click in a message does. */
interface TestLink {
  readonly title: string;
  /** Id of a command of this extension. */
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** What is said of a test that did not pass. */
interface MessageTexts {
  readonly message: string;
  /** The answer around the place that matters, as it came. */
  readonly quote?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly links?: readonly TestLink[];
}

/** A message at a place. Its texts are text; its links run the commands that are named, and no others. */
export function testMessage(
  { message, quote, expected, actual, links = [] }: MessageTexts,
  place: TestPlace,
): vscode.TestMessage {
  const quoted = quote === undefined ? [] : [quotedMarkdown(quote)];
  const linked = links.map(({ title, command, arguments: args }) => {
    const query = encodeURIComponent(JSON.stringify(args));
    return `[${escapedMarkdown(title)}](command:${command}?${query})`;
  });
  const paragraphs = [escapedMarkdown(message), ...quoted, linked.join(' · ')].filter(Boolean);
  const text = new vscode.MarkdownString(paragraphs.join('\n\n'), false);
  if (links.length > 0) text.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  const made = new vscode.TestMessage(text);
  if (expected !== undefined) made.expectedOutput = expected;
  if (actual !== undefined) made.actualOutput = actual;
  const position = positionOf(place);
  made.location = new vscode.Location(
    vscode.Uri.parse(place.uri, true),
    new vscode.Range(position, position),
  );
  return made;
}

function positionOf({ line, column }: TestPlace): vscode.Position {
  return new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
}
