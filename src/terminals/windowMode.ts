import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter } from '../base/event';
import { requireConnected } from '../platform/errors';
import type { Client } from '../api/call';
import type { SessionClients } from '../service/clients';
import { type Connection, type Connections, EMULATOR_ID } from '../service/connection';
import type { Emulator, EmulatorState } from '../service/emulator';
import { type Mode, type ModeCounts, SessionModes, type SessionModesDeps } from './sessionModes';
import { newWindow, sessionOf } from '../service/folderSession';

/** What the requests of a window go through. Those that the emulator itself would answer are not among them. */
export const WINDOW_MODES = [
  'record',
  'record-missing',
  'replay',
] as const satisfies readonly Mode[];
export type WindowModeName = (typeof WINDOW_MODES)[number];

/** Where recordings are kept. */
export interface RecordingsPlace {
  /** Folder whose recordings they are: its path is never written into them. */
  readonly project: string;
  /** Of the recordings, from there on. */
  readonly recordings: string;
}

/** What this window does. */
export interface WindowState {
  readonly connection: Connection;
  readonly mode: WindowModeName;
  readonly place: RecordingsPlace;
  /** Absolute path of the recordings. */
  readonly path: string;
  /** Whom recorded requests go to; undefined where recordings alone answer. */
  readonly asks: string | undefined;
  /** The emulator ended while it recorded: what it had not written is gone, and nothing may go on unseen. */
  readonly isBroken: boolean;
}

/** What was ended, and what it came to; without counts where nobody says. */
export interface WindowEnd {
  readonly was: WindowState;
  readonly counts: ModeCounts | undefined;
}

interface WindowModeDeps {
  readonly connections: Pick<Connections, 'active' | 'onDidChange'>;
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState' | 'start'>;
  readonly sessions: Pick<SessionClients, 'inSession' | 'lead'>;
  readonly ask: SessionModesDeps['ask'];
  /** Learns that another connection is in use, or this one leads elsewhere, which has ended it. */
  readonly onLeft: (end: WindowEnd) => void;
  /** Learns that the emulator has ended amid a recording. */
  readonly onBroken: (state: WindowState) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Leads the requests of the connection in use through a session of the emulator, which records or replays them. A state of
 * this window, which is gone with it.
 */
export class WindowMode implements Disposable {
  readonly #deps: WindowModeDeps;
  readonly #modes: SessionModes;
  /** Stands for a folder: the session is this window's alone. */
  readonly #self = newWindow();
  readonly #disposables = new DisposableStore();
  readonly #changed = new Emitter<void>();
  #state: WindowState | undefined;
  #project = '';
  readonly onDidChange = this.#changed.event;

  constructor(deps: WindowModeDeps) {
    this.#deps = deps;
    const { emulator, ask, onError, connections } = deps;
    const pathOf = (): string => this.#project;
    this.#modes = new SessionModes({ emulator, ask, pathOf, onError });
    this.#disposables.add(this.#modes);
    this.#disposables.add(this.#changed);
    this.#disposables.add(emulator.onDidChangeState((state) => this.#follow(state)));
    this.#disposables.add(connections.onDidChange(() => this.#check()));
  }

  get state(): WindowState | undefined {
    return this.#state;
  }

  /** How it stands now; undefined where nobody says. */
  async counts(): Promise<ModeCounts | undefined> {
    return this.#state ? await this.#modes.counts(this.#self) : undefined;
  }

  /**
   * Puts the window into a mode. Gives what the one before it came to, where there was one. Throws `AppError` where there is
   * no connection, or the emulator does not run or refuses; nothing has changed then.
   */
  async begin(mode: WindowModeName, place: RecordingsPlace): Promise<WindowEnd | undefined> {
    const { connections, emulator, sessions } = this.#deps;
    const connection = requireConnected(connections.active);
    const { baseUrl } = await emulator.start();
    const was = this.#state;
    const { endpoint, uploadEndpoint: uploads } = connection;
    const upstream = connection.id === EMULATOR_ID ? baseUrl : endpoint;
    const before = this.#project;
    this.#project = place.project;
    try {
      const counts = await this.#modes.set(this.#self, {
        // Addresses in answers are those of the connection: conversations keep them, and outlive the mode.
        ...{ mode, recordings: place.recordings, repeats: true, service: upstream },
        ...(mode === 'replay' ? {} : { upstream }),
        ...(mode === 'replay' || uploads === undefined ? {} : { uploads }),
      });
      const { asks, path = '' } = this.#modes.of(this.#self) ?? {};
      this.#set({ connection, mode, place, path, asks, isBroken: false });
      sessions.lead(connection.id, () => this.#client());
      // Another connection may have been chosen meanwhile.
      this.#check();
      return was && !was.isBroken ? { was, counts } : undefined;
    } catch (error) {
      this.#project = before;
      throw error;
    }
  }

  /** Requests go to the connection itself again, and what was recorded is written. */
  async stop(): Promise<WindowEnd | undefined> {
    const was = this.#state;
    if (!was) return undefined;
    this.#deps.sessions.lead(was.connection.id);
    this.#set(undefined);
    return { was, counts: await this.#modes.leave(this.#self) };
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #client(): Promise<Client> {
    const { emulator, sessions } = this.#deps;
    const { connection, isBroken, asks } = this.#state ?? {};
    if (!connection || isBroken) throw broken();
    await emulator.start();
    // One that was started since is told the mode first.
    await this.#modes.sent(this.#self);
    const session = sessionOf(this.#self);
    return await sessions.inSession(connection.id, session, asks === undefined);
  }

  #follow({ status }: EmulatorState): void {
    const state = this.#state;
    if (!state || state.isBroken || state.asks === undefined) return;
    if (status === 'running' || status === 'starting') return;
    // What is written at once goes on where it was, unless the emulator was what it asked.
    if (state.mode !== 'record' && state.connection.id !== EMULATOR_ID) return;
    void this.#modes.leave(this.#self).catch(this.#deps.onError);
    const now = { ...state, isBroken: true };
    this.#set(now);
    this.#deps.onBroken(now);
  }

  #check(): void {
    const { connections, onLeft, onError } = this.#deps;
    const { connection } = this.#state ?? {};
    if (!connection || (connections.active && leadsTo(connections.active) === leadsTo(connection)))
      return;
    this.stop().then((end) => end && onLeft(end), onError);
  }

  #set(state: WindowState | undefined): void {
    this.#state = state;
    this.#changed.fire();
  }
}

function leadsTo({ id, endpoint, uploadEndpoint }: Connection): string {
  return JSON.stringify([id, endpoint, uploadEndpoint]);
}

function broken(): AppError {
  return new AppError(
    'recordingEnded',
    l10n.t('The built-in emulator stopped, so recording of this window stopped too.'),
    { hint: l10n.t('Nothing was sent. Restart or stop recording.') },
  );
}
