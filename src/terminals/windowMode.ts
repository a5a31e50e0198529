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
import { newWindow, sessionOf, relayedFor } from '../service/folderSession';

export const WINDOW_MODES = [
  'record',
  'record-missing',
  'replay',
] as const satisfies readonly Mode[];
export type WindowModeName = (typeof WINDOW_MODES)[number];

export interface RecordingsPlace {
  /** Project folder, whose path is never written into recordings. */
  readonly project: string;
  readonly recordings: string;
}

export interface WindowState {
  readonly connection: Connection;
  readonly mode: WindowModeName;
  readonly place: RecordingsPlace;
  readonly path: string;
  /** Upstream of recorded requests; undefined if only recordings respond. */
  readonly asks: string | undefined;
  /** Whether the emulator ended during the recording. Unsaved data is lost. */
  readonly isBroken: boolean;
}

export interface WindowEnd {
  readonly was: WindowState;
  readonly counts: ModeCounts | undefined;
}

interface WindowModeDeps {
  readonly connections: Pick<Connections, 'active' | 'onDidChange'>;
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState' | 'start'>;
  readonly sessions: Pick<SessionClients, 'inSession' | 'lead'>;
  readonly ask: SessionModesDeps['ask'];
  /** Called if a change of connection or endpoint has ended the mode. */
  readonly onLeft: (end: WindowEnd) => void;
  readonly onBroken: (state: WindowState) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Routes requests of the active connection through an emulator session that records or replays them.
 * Ends with the window.
 */
export class WindowMode implements Disposable {
  readonly #deps: WindowModeDeps;
  readonly #modes: SessionModes;
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

  async counts(): Promise<ModeCounts | undefined> {
    return this.#state ? await this.#modes.counts(this.#self) : undefined;
  }

  /**
   * Starts a mode and returns the results of the previous one. Throws `AppError` without changes
   * if there is no connection or the emulator fails.
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
        // URLs in responses stay those of the connection, since saved conversations outlive the mode.
        mode,
        recordings: place.recordings,
        repeats: true,
        service: upstream,
        ...(mode === 'replay' ? {} : { upstream }),
        ...relayedFor(connection.id),
        ...(mode === 'replay' || uploads === undefined ? {} : { uploads }),
      });
      const { asks, path = '' } = this.#modes.of(this.#self) ?? {};
      this.#set({ connection, mode, place, path, asks, isBroken: false });
      sessions.lead(connection.id, () => this.#client(), asks === undefined);
      // The active connection may have changed.
      this.#check();
      return was && !was.isBroken ? { was, counts } : undefined;
    } catch (error) {
      this.#project = before;
      throw error;
    }
  }

  /** Writes recordings and sends requests to the connection again. */
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
    // A restarted emulator needs the mode first.
    await this.#modes.sent(this.#self);
    const session = sessionOf(this.#self);
    return await sessions.inSession(connection.id, session, asks === undefined);
  }

  #follow({ status }: EmulatorState): void {
    const state = this.#state;
    if (!state || state.isBroken || state.asks === undefined) return;
    if (status === 'running' || status === 'starting') return;
    // Modes that write immediately can resume, unless the emulator was the upstream.
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
