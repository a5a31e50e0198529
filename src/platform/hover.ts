import * as vscode from 'vscode';
import { escapedMarkdown } from './plainText';
import { factsMarkdown, type TooltipTexts } from './treeRows';

interface HoverLink {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Creates a hover with a table of facts. Texts are escaped; links run only the named commands. */
export function hover(
  texts: TooltipTexts,
  links: readonly HoverLink[],
  range: vscode.Range,
): vscode.Hover {
  const linked = links.map(({ title, command, arguments: args }) => {
    const query = encodeURIComponent(JSON.stringify(args));
    return `[${escapedMarkdown(title)}](command:${command}?${query})`;
  });
  const contents = [factsMarkdown(texts)];
  if (links.length > 0) {
    const text = new vscode.MarkdownString(linked.join(' · '), false);
    text.isTrusted = { enabledCommands: links.map(({ command }) => command) };
    contents.push(text);
  }
  return new vscode.Hover(contents, range);
}
