import type { L10n } from '../platform/l10n';
import { EMULATOR_ID, type Connection } from '../service/connection';
import type { EmulatorState } from '../service/emulator';

/** What the status bar says of the connection in use. */
export interface StatusText {
  /** Codicon id. */
  readonly icon: string;
  readonly label: string;
  /** Sentences; for the tooltip, and for a screen reader. */
  readonly detail: string;
}

export function statusText(
  connection: Connection | undefined,
  emulator: EmulatorState,
  l10n: L10n,
): StatusText {
  if (!connection) {
    return {
      icon: 'plug',
      label: l10n.t('No Connection'),
      detail: l10n.t('Generative Language: nothing is connected. Select to connect.'),
    };
  }
  const { name } = connection;
  if (connection.id !== EMULATOR_ID) {
    const connected = l10n.t(
      'Generative Language: connected as “{0}” to {1}. Select to change.',
      name,
      new URL(connection.endpoint).host,
    );
    const running =
      emulator.status === 'running' &&
      l10n.t('The built-in emulator runs too, on port {0}.', emulator.port);
    return {
      icon: connection.auth === 'apiKey' ? 'key' : 'plug',
      label: name,
      detail: running ? `${connected} ${running}` : connected,
    };
  }
  return emulatorText(name, emulator, l10n);
}

function emulatorText(name: string, emulator: EmulatorState, l10n: L10n): StatusText {
  switch (emulator.status) {
    case 'running':
      return {
        icon: 'beaker',
        label: `${name} :${emulator.port}`,
        detail: l10n.t(
          'Generative Language: the built-in emulator listens on port {0} of this machine. Select to change.',
          emulator.port,
        ),
      };
    case 'starting':
      return {
        icon: 'loading~spin',
        label: name,
        detail: l10n.t('Generative Language: the built-in emulator starts.'),
      };
    case 'failed':
      return {
        icon: 'warning',
        label: name,
        detail: l10n.t('Generative Language: {0}', emulator.message),
      };
    case 'stopped':
      return {
        icon: 'beaker',
        label: name,
        detail: l10n.t(
          'Generative Language: the built-in emulator starts on first use. Select to change.',
        ),
      };
  }
}
