import * as vscode from 'vscode';

/** What the tabs of the playground are known by. */
export function panelIcon(extensionUri: vscode.Uri): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const file = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', `playground-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}
