import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { abortable } from '../base/async';
import { type Disposable, DisposableSlot, DisposableStore } from '../base/disposable';
import { AppError } from '../base/errors';
import { type CommandHandlers, commandId } from '../catalog/commands';
import { requireConnected } from '../platform/errors';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import { type StatusItem, statusItem } from '../platform/statusBar';
import type { SessionClients } from '../service/clients';
import type { Services } from '../service/services';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import type { Connection } from '../service/connection';
import { recordingsFolder, showRecordings, notifyRecordings } from './recordingsNotice';
import { askSession } from './sessionControl';
import {
  chooseWindowAction,
  otherPlace,
  placeIn,
  usualPlace,
  begunText,
  endedText,
  windowStatus,
} from './windowMenu';
import {
  type RecordingsPlace,
  type WindowEnd,
  WindowMode,
  type WindowModeName,
} from './windowMode';

export type WindowCommand = 'recordWindow' | 'recordMissing';

const PRIORITY = 52;

interface WindowRoom extends Disposable {
  readonly handlers: CommandHandlers<WindowCommand>;
  close(): Promise<void>;
}

export function createWindow(
  { prompts, report }: Pick<Host, 'prompts' | 'report'>,
  { connections, emulator }: Pick<Services, 'connections' | 'emulator'>,
  sessions: SessionClients,
  http: Http,
): WindowRoom {
  const disposables = new DisposableStore();
  const onError = (error: unknown): void => void report('recordWindow', error);
  const status = disposables.add(new DisposableSlot<StatusItem>());
  const places = new WindowPlaces(prompts);
  const window = disposables.add(
    new WindowMode({
      connections,
      emulator,
      sessions,
      onError,
      ask: askSession(emulator, http),
      onLeft: (end) => void tellEnded(end, leftText(end)).catch(onError),
      onBroken: () => void tellBroken().catch(onError),
    }),
  );
  const show = (): void => {
    const { state } = window;
    if (state) {
      status.value ??= newItem(l10n.t('Gemini API: VS Code Request Recording'));
      status.value.update(windowStatus(state));
    } else status.value = undefined;
  };
  disposables.add(window.onDidChange(show));

  function leftText({ was }: WindowEnd): string {
    const { active } = connections;
    return active && active.id !== was.connection.id
      ? l10n.t('This window now uses “{0}”.', active.name)
      : l10n.t('The connection was changed.');
  }

  async function tellEnded(end: WindowEnd, why?: string): Promise<void> {
    const text = [endedText(end), why].filter(Boolean).join(' ');
    const level = why !== undefined || end.counts?.withheld ? 'warning' : 'info';
    const place = await recordingsFolder(end.was.path);
    await notifyRecordings(prompts, level, text, place, end.counts?.notes);
  }

  async function tellBroken(): Promise<void> {
    const again = l10n.t('Record or Replay…');
    const message = l10n.t(
      'The built-in emulator stopped, so recording of this window stopped too. Requests from this window fail until you restart or stop recording.',
    );
    if ((await prompts.notify('warning', message, again)) === again) await recordWindow();
  }

  async function begin(mode: WindowModeName, place: RecordingsPlace): Promise<void> {
    if (emulator.state.status !== 'running') {
      const title = l10n.t('Starting the built-in emulator…');
      await notificationProgress(title, (signal) => abortable(emulator.start(), signal));
    }
    const end = await window.begin(mode, place);
    const { state } = window;
    if (!state) return;
    // Not awaited: the message isn't required.
    if (end) void tellEnded(end).catch(onError);
    const isHeld = state.asks === undefined && mode !== 'replay';
    void prompts.notify(isHeld ? 'warning' : 'info', begunText(state)).catch(onError);
  }

  async function stop(): Promise<void> {
    const end = await window.stop();
    if (end) void tellEnded(end).catch(onError);
  }

  async function changePlace(now: RecordingsPlace | undefined): Promise<void> {
    const wanted = await places.change(requireConnected(connections.active), now);
    if (!wanted) return;
    if (window.state) await begin(window.state.mode, wanted);
    else await recordWindow();
  }

  async function recordWindow(): Promise<void> {
    requireTrust();
    const connection = requireConnected(connections.active);
    const { state } = window;
    const place = state?.place ?? places.known(connection);
    const action = await chooseWindowAction(prompts, {
      connection,
      state,
      place,
      counts: () => window.counts(),
    });
    if (action === undefined) return;
    if (action === 'stop') await stop();
    else if (action === 'show') await showRecordings(state?.path ?? '');
    else if (action === 'folder') await changePlace(place);
    else {
      const wanted = place ?? (await places.choose(connection));
      if (wanted) await begin(action, wanted);
    }
  }

  return {
    handlers: {
      recordWindow,
      async recordMissing() {
        requireTrust();
        const { state } = window;
        if (state && !state.isBroken) await begin('record-missing', state.place);
        else await recordWindow();
      },
    },
    async close() {
      await window.stop();
    },
    dispose: () => disposables.dispose(),
  };
}

function newItem(name: string): StatusItem {
  const item = statusItem('window', PRIORITY, name, commandId('recordWindow'));
  item.show();
  return item;
}

/** Throws `AppError` (`notTrusted`): recordings of an untrusted workspace may be forged. */
function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new AppError(
    'notTrusted',
    l10n.t(
      'VS Code requests can be recorded or replayed only in a trusted workspace. This one is in Restricted Mode.',
    ),
  );
}

type NamedConnection = Pick<Connection, 'id' | 'name'>;

class WindowPlaces {
  readonly #prompts: Prompts;
  readonly #chosen = new Map<string, RecordingsPlace>();

  constructor(prompts: Prompts) {
    this.#prompts = prompts;
  }

  /** Returns the chosen or only possible folder of a connection. Undefined if unknown. */
  known(connection: NamedConnection): RecordingsPlace | undefined {
    const [first, ...others] = localFolders();
    const only = first && others.length === 0;
    return (
      this.#chosen.get(connection.id) ??
      (only ? { project: first.path, recordings: usualPlace(connection) } : undefined)
    );
  }

  /** Asks for a workspace folder, or any folder if there is none. Undefined if dismissed. */
  async choose(connection: NamedConnection): Promise<RecordingsPlace | undefined> {
    const folders = localFolders();
    const place =
      folders.length === 0
        ? await anyFolder()
        : await placeIn(this.#prompts, folders, usualPlace(connection));
    if (place) this.#chosen.set(connection.id, place);
    return place;
  }

  async change(
    connection: NamedConnection,
    now: RecordingsPlace | undefined,
  ): Promise<RecordingsPlace | undefined> {
    if (localFolders().length === 0) return await this.choose(connection);
    const from = now ?? (await this.choose(connection));
    const usual = usualPlace(connection);
    const place = from && (await otherPlace(this.#prompts, from, usual));
    if (place) this.#chosen.set(connection.id, place);
    return place;
  }
}

/** Returns local workspace folders, which the emulator can access. */
function localFolders() {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri, name }) => ({ uri: uri.toString(), name: plainText(name), path: uri.fsPath }));
}

async function anyFolder(): Promise<RecordingsPlace | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Recordings Folder'),
      openLabel: l10n.t('Save Recordings Here'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!uri) return undefined;
  if (uri.scheme === 'file') return { project: uri.fsPath, recordings: '.' };
  throw new AppError(
    'notReadable',
    l10n.t('Recordings can be saved only on the local file system.'),
  );
}
