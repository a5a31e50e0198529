import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import type { StatusTexts } from '../platform/statusBar';
import { countsText, modeName } from './modeTexts';
import { iconOf } from './windowMenu';
import type { WindowEnd, WindowState } from './windowMode';

/** What the status bar says of a window that records or replays. */
export function windowStatus(state: WindowState): StatusTexts {
  const { connection, mode, asks, isBroken, path } = state;
  const label = l10n.t('{0}: {1}', modeName(mode), connection.name);
  const select = l10n.t('Select to stop, or to change it.');
  if (isBroken) {
    const ended = l10n.t(
      'The built-in emulator has ended, and the recording of this window with it.',
    );
    const fails = l10n.t('Requests of this window fail until it is begun again or stopped.');
    return { icon: 'warning', label, details: [ended, fails, select], isWarning: true };
  }
  return {
    icon: iconOf(mode),
    label,
    details: [
      asks === undefined
        ? l10n.t('Recordings answer what this window asks of “{0}”.', connection.name)
        : l10n.t(
            'What this window asks of “{0}” goes to {1} and is recorded.',
            ...[connection.name, endpointName(asks)],
          ),
      l10n.t('Recordings: {0}.', path),
      select,
    ],
    isWarning: asks !== undefined,
  };
}

/** What is told when it has begun. */
export function begunText({ connection, mode, asks }: WindowState): string {
  if (asks !== undefined) {
    return l10n.t(
      'What this window asks of “{0}” is recorded, until you stop that or the window is loaded again.',
      connection.name,
    );
  }
  if (mode === 'replay') {
    return l10n.t(
      'Recordings answer what this window asks of “{0}”, until you stop that or the window is loaded again. Nothing is sent.',
      connection.name,
    );
  }
  return l10n.t(
    'Nothing is recorded, as the environment of VS Code has CI: recordings answer what this window asks of “{0}”.',
    connection.name,
  );
}

/** What is told at the end. */
export function endedText({ was, counts }: WindowEnd): string {
  const { connection, asks } = was;
  const ended =
    asks === undefined
      ? l10n.t('Recordings of “{0}” answer no more', connection.name)
      : l10n.t('Recording of “{0}” has ended', connection.name);
  return counts ? `${ended}: ${countsText(counts)}.` : `${ended}.`;
}
