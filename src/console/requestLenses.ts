import * as l10n from '@vscode/l10n';
import type { CommandName } from '../catalog/commands';
import type { Connection } from '../service/connection';

interface RequestLens {
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  readonly command: CommandName;
}

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
