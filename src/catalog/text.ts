import type { OperationId } from '../api/operations';
import type { FormattedText } from '../base/format';

/** The catalog does not know the display language: a host room hands its texts to `vscode.l10n.t`. */
export type Text = FormattedText;

export function text(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}

/** A count in at most four characters: `512`, `8k`, `1.0M`. Decimal units, as the service's own pages use. */
export function compactNumber(count: number): string {
  if (count < 1000) return String(count);
  const thousands = Math.round(count / 1000);
  if (thousands < 1000) return `${thousands}k`;
  const millions = count / 1_000_000;
  return millions < 99.95 ? `${millions.toFixed(1)}M` : `${Math.round(millions)}M`;
}

/** Verbs that say nothing without what they are about; the others name it themselves. */
const STANDARD = /^(list|get|create|patch|delete|query|cancel|upload|batch(Create|Update|Delete))$/;
/** Verbs that are about more than one. */
const MANY = /^(list|batch)/;

/** What an operation does, in words made of its id: `models.list` → `List models`. */
export function operationTitle(id: OperationId): string {
  const [verb = '', noun = ''] = id.split('.').reverse();
  const about = MANY.test(verb) ? words(noun) : singular(words(noun));
  const text = STANDARD.test(verb) ? `${words(verb)} ${about}` : words(verb);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function singular(noun: string): string {
  return noun === 'corpora' ? 'corpus' : noun.replace(/s$/, '');
}
