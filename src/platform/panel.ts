import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { plainText } from './plainText';

interface PanelContent {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
  /** File names under `dist/webview/`. */
  readonly script: string;
  readonly style: string;
  readonly title: string;
  /** What the script needs at once, by names; the page reads it with `pageData`. */
  readonly data?: { readonly [name: string]: unknown };
}

/** Id of the element whose text is the panel's `data`. */
const PANEL_DATA_ID = 'data';

/** The only folder a panel may load files from. */
function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** Options of every panel: scripts from our own folder, no forms, no command links; its text can be searched. */
export function panelOptions(
  extensionUri: vscode.Uri,
): vscode.WebviewOptions & vscode.WebviewPanelOptions {
  return {
    enableScripts: true,
    enableFindWidget: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [webviewRoot(extensionUri)],
  };
}

/** Characters; VS Code cuts what does not fit a tab. */
const TITLE_LENGTH = 80;

function tabTitle(title: string): string {
  return plainText(title).slice(0, TITLE_LENGTH);
}

/** A new tab of the editor area, without a page yet. */
export function openPanel(
  type: string,
  title: string,
  column: vscode.ViewColumn,
  extensionUri: vscode.Uri,
): vscode.WebviewPanel {
  const options = panelOptions(extensionUri);
  return vscode.window.createWebviewPanel(type, tabTitle(title), column, options);
}

/** Gives a tab another title, where it is another. */
export function renamePanel(panel: vscode.WebviewPanel, title: string): void {
  const shown = tabTitle(title);
  if (panel.title !== shown) panel.title = shown;
}

/**
 * The whole document of a panel. Nothing is allowed that is not named: one script with a nonce that is
 * new each time, one stylesheet, images, sound and films that stand in the page itself. The data stands in a block that is never run.
 */
export function panelHtml(content: PanelContent): string {
  const { webview, extensionUri } = content;
  const root = webviewRoot(extensionUri);
  const nonce = randomBytes(16).toString('base64');
  const uri = (file: string): string =>
    escapeHtml(webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString());
  // The translations of all texts, which `@vscode/l10n` looks up in the page; undefined, and so left out, in English.
  const data = { ...content.data, bundle: vscode.l10n.bundle };
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    // What a message holds is part of it, and icons are part of the script: none has an address.
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
<script nonce="${nonce}" src="${uri(content.script)}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON that cannot end the script element it stands in. */
function escapeJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
