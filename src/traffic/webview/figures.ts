import * as l10n from '@vscode/l10n';
import { compactNumber, dollarsText } from '../../base/format';

function language(): string {
  return document.documentElement.lang || 'en';
}

export function tokensText(count: number | undefined): string {
  return count === undefined ? '' : compactNumber(count, language());
}

/** Returns an estimate such as `$0.0021`, `<$0.0001`, or `$0.0021 + ?`. Empty if unknown or free. */
export function priceText(price: number | undefined, unpriced = 0): string {
  const rest = unpriced > 0 ? '?' : '';
  if (price === undefined) return rest;
  const { message, args } = dollarsText(price, language());
  const text = `${message === '{0}' ? '' : '<'}${args[0] ?? ''}`;
  return [text, rest].filter(Boolean).join(' + ');
}

export function spokenPrice(price: number | undefined): readonly string[] {
  return price === undefined ? [] : [l10n.t('about {0}', priceText(price))];
}
