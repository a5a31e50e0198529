import { sizeText as textOf } from '../../catalog/kinds/sizeText';
import type { L10n } from '../../platform/l10n';

/** A count of bytes as people read it, in the words of the tree. */
export function sizeText(bytes: number, l10n: L10n): string {
  const { message, args } = textOf(bytes);
  return l10n.t(message, ...args);
}
