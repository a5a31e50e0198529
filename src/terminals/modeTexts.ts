import * as l10n from '@vscode/l10n';
import type { FolderMode, Mode, ModeCounts } from './sessionModes';
import type { Folder } from './terminalSwitches';

export function modeName(mode: Mode): string {
  switch (mode) {
    case 'generate':
      return l10n.t('Emulator');
    case 'replay':
      return l10n.t('Replay');
    case 'record':
      return l10n.t('Record');
    case 'record-missing':
      return l10n.t('Record Missing');
    case 'auto':
      return l10n.t('Auto');
  }
}

export function modeDetail(mode: Mode): string {
  switch (mode) {
    case 'generate':
      return l10n.t('The emulator generates responses.');
    case 'replay':
      return l10n.t('Replays recordings. Requests without a recording fail with 404.');
    case 'record':
      return l10n.t(
        'Forwards requests to the upstream API and records the responses. Replaces earlier recordings of the same requests.',
      );
    case 'record-missing':
      return l10n.t('Replays recordings. Forwards and records requests that have none.');
    case 'auto':
      return l10n.t('Same as Record Missing if an upstream API is set. Otherwise, same as Replay.');
  }
}

/** Returns a status such as "Record, asking https://…: 3 recorded, 1 missing". */
export function modeText(
  { mode, asks }: Pick<FolderMode, 'mode' | 'asks'>,
  counts: ModeCounts | undefined,
): string {
  const name = modeName(mode);
  const head = asks === undefined ? name : l10n.t('{0}, upstream {1}', name, asks);
  if (mode === 'generate' || !counts) return head;
  return `${head}: ${countsText(counts)}`;
}

export function endText(
  { name }: Pick<Folder, 'name'>,
  { asks }: Pick<FolderMode, 'asks'>,
  counts: ModeCounts,
): string {
  const said = countsText(counts);
  return asks === undefined
    ? l10n.t('Stopped replaying recordings for “{0}”: {1}.', name, said)
    : l10n.t('Recording of “{0}”: {1}.', name, said);
}

/** Returns the counts in one line, without zeros. */
export function countsText({ hits, misses, recorded, withheld, unused }: ModeCounts): string {
  const said = [
    ...(recorded > 0 ? [l10n.t('{0} recorded', recorded)] : []),
    ...(hits > 0 ? [l10n.t('{0} from recordings', hits)] : []),
    ...(misses > 0 ? [l10n.t('{0} missing', misses)] : []),
    ...(unused > 0 ? [l10n.t('{0} unused', unused)] : []),
    ...(withheld > 0 ? [l10n.t('{0} couldn’t be recorded', withheld)] : []),
  ];
  return said.length > 0 ? said.join(', ') : l10n.t('no requests');
}
