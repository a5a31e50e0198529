import * as l10n from '@vscode/l10n';
import type { PickItem, Prompts } from '../platform/prompts';
import type { Connection } from '../service/connection';
import { digest, RECORDINGS } from '../service/folderSession';
import { endpointName } from '../api/endpoint';
import type { StatusTexts } from '../platform/statusBar';
import { askForRecordings, modeRows, recordingsRow } from './modeMenu';
import { countsText, modeName } from './modeTexts';
import type { ModeCounts } from './sessionModes';
import type { Folder } from './terminalSwitches';
import {
  type RecordingsPlace,
  WINDOW_MODES,
  type WindowModeName,
  type WindowState,
  type WindowEnd,
} from './windowMode';

type WindowAction = WindowModeName | 'stop' | 'show' | 'folder';

interface WindowMenu {
  readonly connection: Pick<Connection, 'name'>;
  readonly state: WindowState | undefined;
  readonly counts: () => Promise<ModeCounts | undefined>;
  /** Current or future recordings folder; undefined until chosen. */
  readonly place: RecordingsPlace | undefined;
}

/** Undefined if dismissed. */
export async function chooseWindowAction(
  prompts: Pick<Prompts, 'pick'>,
  { connection, state, counts, place }: WindowMenu,
): Promise<WindowAction | undefined> {
  const rows = async (): Promise<readonly PickItem<WindowAction>[]> => {
    const replayDetail = l10n.t(
      'Replays recordings only. Nothing is sent, and no credential is needed.',
    );
    // The menu also works without counts.
    const known = state && (await counts().catch(() => undefined));
    return [
      ...(state ? [stopRow(state, known)] : []),
      ...modeRows(WINDOW_MODES, state?.mode).map((row) => ({
        ...row,
        icon: iconOf(row.value),
        ...(row.value === 'replay' && { detail: replayDetail }),
      })),
      recordingsRow(place ? placeText(place) : l10n.t('Selected when recording starts')),
      ...(state
        ? [{ label: l10n.t('Show Recordings'), icon: 'folder-opened', value: 'show' } as const]
        : []),
    ];
  };
  return await prompts.pick<WindowAction>(
    {
      title: l10n.t('Record or Replay VS Code Requests'),
      placeholder: l10n.t('Select a response source for “{0}” in this window', connection.name),
    },
    rows(),
  );
}

function stopRow(state: WindowState, counts: ModeCounts | undefined): PickItem<WindowAction> {
  return {
    label: stopLabel(state),
    ...(counts && !state.isBroken ? { description: countsText(counts) } : {}),
    detail: l10n.t(
      'Sends requests to “{0}” without recording or replaying them.',
      state.connection.name,
    ),
    icon: 'stop-circle',
    active: true,
    value: 'stop',
  };
}

function stopLabel({ mode }: Pick<WindowState, 'mode'>): string {
  return mode === 'replay' ? l10n.t('Stop Replaying') : l10n.t('Stop Recording');
}

function iconOf(mode: WindowModeName): string {
  switch (mode) {
    case 'record':
      return 'record';
    case 'record-missing':
      return 'record-small';
    case 'replay':
      return 'play-circle';
  }
}

/**
 * Returns a connection's default recordings path: the same for equal names, with a hash to avoid conflicts
 * with similar names and with sessions such as `main`.
 */
export function usualPlace({ name }: Pick<Connection, 'name'>): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `${RECORDINGS}/${[...words, digest(name)].join('-')}`;
}

function placeText({ project, recordings }: RecordingsPlace): string {
  return recordings === '.' ? project : recordings;
}

/** Returns the recordings folder in the only or chosen workspace folder. Undefined if dismissed. */
export async function placeIn(
  prompts: Pick<Prompts, 'pick'>,
  folders: readonly (Folder & { readonly path: string })[],
  recordings: string,
): Promise<RecordingsPlace | undefined> {
  const [first] = folders;
  if (folders.length === 1 && first) return { project: first.path, recordings };
  const project = await prompts.pick<string>(
    { title: l10n.t('Recordings Folder'), placeholder: l10n.t('Select a folder') },
    folders.map(({ name, path }) => ({ label: name, icon: 'folder', value: path })),
  );
  return project === undefined ? undefined : { project, recordings };
}

/** Asks for a different place in a folder. Undefined if dismissed. */
export async function otherPlace(
  prompts: Pick<Prompts, 'input'>,
  place: RecordingsPlace,
  usual: string,
): Promise<RecordingsPlace | undefined> {
  const { project } = place;
  const folder = { name: project, path: project };
  const recordings = await askForRecordings(prompts, folder, usual, place.recordings);
  return recordings === undefined ? undefined : { project, recordings };
}

export function windowStatus(state: WindowState): StatusTexts {
  const { connection, mode, asks, isBroken, path } = state;
  const label = l10n.t('{0}: {1}', modeName(mode), connection.name);
  const select = l10n.t('Click to stop or change the response source.');
  if (isBroken) {
    const ended = l10n.t('The built-in emulator stopped, so recording of this window stopped too.');
    const fails = l10n.t('Requests from this window fail until you restart or stop recording.');
    return { icon: 'warning', label, details: [ended, fails, select], isWarning: true };
  }
  return {
    icon: iconOf(mode),
    label,
    details: [
      asks === undefined
        ? l10n.t('Replaying recordings for this window’s requests to “{0}”.', connection.name)
        : l10n.t(
            'This window’s requests to “{0}” go to {1} and are recorded.',
            connection.name,
            endpointName(asks),
          ),
      l10n.t('Recordings: {0}.', path),
      select,
    ],
    isWarning: asks !== undefined,
  };
}

export function begunText({ connection, mode, asks }: WindowState): string {
  if (asks !== undefined) {
    return l10n.t(
      'Recording this window’s requests to “{0}” until you stop or reload the window.',
      connection.name,
    );
  }
  if (mode === 'replay') {
    return l10n.t(
      'Replaying recordings for “{0}” in this window until you stop or reload the window. No requests are sent.',
      connection.name,
    );
  }
  return l10n.t(
    'Recording is off because the CI environment variable is set. Replaying recordings for “{0}” in this window.',
    connection.name,
  );
}

export function endedText({ was, counts }: WindowEnd): string {
  const { connection, asks } = was;
  const ended =
    asks === undefined
      ? l10n.t('Stopped replaying recordings for “{0}”', connection.name)
      : l10n.t('Stopped recording “{0}”', connection.name);
  return counts ? `${ended}: ${countsText(counts)}.` : `${ended}.`;
}
