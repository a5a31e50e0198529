/**
 * A text for the user, with `{0}`, `{1}` for its arguments. The catalog does not know the display language:
 * a host room hands it to `vscode.l10n.t(message, ...args)`.
 */
export interface Text {
  readonly message: string;
  readonly args: readonly (string | number)[];
}

export function text(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}
