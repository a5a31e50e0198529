import * as l10n from '@vscode/l10n';
import type { CommandName } from '../catalog/commands';
import type { Connection } from '../service/connection';

/** The start of the `$schema` of every request document, by which it is recognized. */
export const REQUEST_SCHEMA = 'genlangschema://requests/';

/** Whether a text begins like a request document. */
export function looksLikeRequest(text: string): boolean {
  return text.slice(0, 1000).includes(`"${REQUEST_SCHEMA}`);
}

/** A code lens above a request: a click runs its command. */
interface RequestLens {
  /** Codicon id. */
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  readonly command: CommandName;
}

/** The code lenses above every request document. */
export function requestLenses(
  connection: Connection | undefined,
  isMac: boolean,
): readonly RequestLens[] {
  const key = isMac ? '⌘Enter' : 'Ctrl+Enter';
  const place = connection ? l10n.t('on {0}', connection.name) : l10n.t('No connection');
  return [
    { icon: 'play', title: l10n.t('Send Request ({0})', key), command: 'sendRequest' },
    { title: l10n.t('Copy as cURL'), command: 'copyAsCurl' },
    { title: l10n.t('Compare Versions…'), command: 'compareVersions' },
    { title: place, tooltip: l10n.t('Switch Connection…'), command: 'switchConnection' },
  ];
}
