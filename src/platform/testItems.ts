import * as vscode from 'vscode';
import { escapedMarkdown, plainLines, plainText, quotedMarkdown } from './plainText';

/** Texts of a Test Explorer item. VS Code draws icons in labels, so they are escaped. */
interface TestTexts {
  readonly label: string;
  readonly description?: string;
  readonly sortText?: string;
}

/** Returns a path relative to the workspace folder, with the folder name if there are several. */
export function pathOf(uri: string): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true)).replaceAll('\\', '/');
}

interface TestPlace {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
}

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

export function describeTest(item: vscode.TestItem, text: string): void {
  item.description = plainText(text);
}

export function setTestError(item: vscode.TestItem, text: string | undefined): void {
  item.error = text === undefined ? undefined : plainLines(text);
}

interface TestLink {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

interface MessageTexts {
  readonly message: string;
  readonly quote?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly links?: readonly TestLink[];
}

/** Creates a message at a position. Texts are escaped; links run only the named commands. */
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
