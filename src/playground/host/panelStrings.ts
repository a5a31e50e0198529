import type { L10n } from '../../platform/l10n';
import { english, type Strings } from '../strings';

/**
 * Every text of the panel in VS Code's language. They stand in one table, because the page fills their
 * `{0}` itself: a text without arguments comes back from `l10n.t` with its places as they are.
 */
export function panelStrings(l10n: L10n): Strings {
  const entries = Object.entries(english).map(([key, text]) => [key, l10n.t(text)] as const);
  return Object.fromEntries(entries) as Strings;
}
