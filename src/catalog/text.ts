import type { FormattedText } from '../base/format';

/** The catalog does not know the display language: a host room hands its texts to `vscode.l10n.t`. */
export type Text = FormattedText;

export function text(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}
