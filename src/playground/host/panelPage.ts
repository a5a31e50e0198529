import * as vscode from 'vscode';
import { panelHtml, panelOptions } from '../../platform/panel';
import type { Port } from '../../webview/rpc';
import { panelStrings } from './panelStrings';

/** What the tabs of the playground are known by. */
function icon(extensionUri: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const file = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', `playground-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

/** Fills a tab with the page of a playground, or with that of a comparison. Answers how to talk to it. */
export function panelPage(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  title: string,
  compares = false,
): Port {
  const { webview } = panel;
  panel.iconPath = icon(extensionUri);
  webview.options = panelOptions(extensionUri);
  webview.html = panelHtml({
    ...{ webview, extensionUri, title },
    script: 'playground.js',
    style: 'playground.css',
    data: { strings: panelStrings(vscode.l10n), compares },
  });
  return {
    post: (message) => void webview.postMessage(message),
    onMessage: (listener) => webview.onDidReceiveMessage(listener),
  };
}
