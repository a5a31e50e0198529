import * as vscode from 'vscode';
import { escapedMarkdown, markdownText } from './plainText';
import { factsMarkdown, type TooltipTexts } from './treeRows';

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
