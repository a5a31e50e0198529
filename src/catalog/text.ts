import type { OperationId } from '../api/operations';
import { capitalized, type FormattedText } from '../base/format';

/** An untranslated text. The host translates with `vscode.l10n.t`. */
export type Text = FormattedText;

export function text(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}

/** Verbs that need a noun in titles; others contain it. */
const STANDARD =
  /^(list|get|create|patch|delete|query|cancel|upload|download|batch(Create|Update|Delete))$/;
const MANY = /^(list|batch)/;

/** Derives a title from the ID of an API method: `models.list` → `List models`. */
export function operationTitle(id: OperationId): string {
  const [verb = '', noun = ''] = id.split('.').reverse();
  const about = MANY.test(verb) ? words(noun) : singular(words(noun));
  const text = STANDARD.test(verb) ? `${words(verb)} ${about}` : words(verb);
  return capitalized(text);
}

function words(name: string): string {
  return name.replace(/[A-Z]|_/g, (letter) => (letter === '_' ? ' ' : ` ${letter.toLowerCase()}`));
}

function singular(noun: string): string {
  return noun === 'corpora' ? 'corpus' : noun.replace(/s$/, '');
}
