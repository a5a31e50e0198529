import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { plainText } from './plainText';

interface PanelContent {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
  readonly script: string;
  readonly style: string;
  readonly title: string;
  readonly data?: { readonly [name: string]: unknown };
}

const PANEL_DATA_ID = 'data';

function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** Returns options of every panel: local scripts only, no forms or command links. */
export function panelOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [webviewRoot(extensionUri)],
  };
}

/** In characters; VS Code truncates longer titles. */
const TITLE_LENGTH = 80;

function tabTitle(title: string): string {
  return plainText(title).slice(0, TITLE_LENGTH);
}

/** @param hasOwnFind whether the page searches itself, instead of VS Code */
export function openPanel(
  type: string,
  title: string,
  column: vscode.ViewColumn,
  extensionUri: vscode.Uri,
  hasOwnFind = false,
): vscode.WebviewPanel {
  const options = { ...panelOptions(extensionUri), enableFindWidget: !hasOwnFind };
  return vscode.window.createWebviewPanel(type, tabTitle(title), column, options);
}

export function renamePanel(panel: vscode.WebviewPanel, title: string): void {
  const shown = tabTitle(title);
  if (panel.title !== shown) panel.title = shown;
}

/**
 * Returns a panel's HTML with a strict CSP: one script with a new nonce, one stylesheet, and inline media.
 * The data block isn't executed.
 */
export function panelHtml(content: PanelContent): string {
  const { webview, extensionUri } = content;
  const root = webviewRoot(extensionUri);
  const nonce = randomBytes(16).toString('base64');
  const uri = (file: string): string =>
    escapeHtml(webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString());
  // Texts for `@vscode/l10n`; undefined in English.
  const data = { ...content.data, bundle: vscode.l10n.bundle };
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    // Message media are inlined and icons are in the script, so no URLs are needed.
    `img-src data:`,
    `media-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(content.title)}</title>
<link rel="stylesheet" href="${uri(content.style)}">
</head>
<body>
<div id="root"></div>
<script type="application/json" id="${PANEL_DATA_ID}">${escapeJson(data)}</script>
<script type="module" nonce="${nonce}" src="${uri(content.script)}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes JSON so that it can't close its script element. */
function escapeJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
