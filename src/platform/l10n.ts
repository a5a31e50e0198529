/**
 * `vscode.l10n` as code takes it that unit tests run without VS Code. The name stays `l10n.t` at every
 * call, so that tools find the texts.
 */
export interface L10n {
  t(message: string, ...args: readonly (string | number)[]): string;
}
