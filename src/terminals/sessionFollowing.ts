import type { Http } from '../api/transport';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { Emulator, EmulatorState } from '../service/emulator';
import { sessionOf } from '../service/folderSession';
import type { SessionExchange } from '../service/sessionExchange';
import {
  type Following,
  followSession,
  SessionLog,
  type ShownSession,
} from '../service/sessionTraffic';
import type { TrafficLog } from '../service/trafficLog';
import type { FolderMode, SessionModesDeps } from './sessionModes';
import type { Folder } from './terminalSwitches';

interface SessionFollowingDeps {
  readonly emulator: Pick<Emulator, 'start' | 'state' | 'onDidChangeState'>;
  readonly http: Http;
  readonly clock: Clock;
  readonly traffic: Pick<TrafficLog, 'isOn' | 'nextId' | 'showSessions'>;
  readonly ask: SessionModesDeps['ask'];
  readonly modeOf: (folder: Folder) => Pick<FolderMode, 'recordings'> | undefined;
  /** Called if a folder's mode may have changed, by another window or during a disconnect. */
  readonly onMode: (folder: Folder) => void;
  /** Called after each upstream request, which can cost something. */
  readonly onUpstream: () => void;
  readonly onError: (error: unknown) => void;
  readonly onLost: (error: unknown) => void;
}

interface SessionStream {
  readonly end: AbortController;
  readonly begun: Promise<void>;
}

interface FollowedSession {
  readonly folder: Folder;
  readonly log: SessionLog;
  hearing: SessionStream | undefined;
  isWanted: boolean;
}

/**
 * Shows the requests of active folders in the request log, across emulator restarts.
 * Requests stay when a folder is turned off, until they are cleared.
 */
export class SessionFollowing implements Disposable {
  readonly #deps: SessionFollowingDeps;
  readonly #followed = new Map<string, FollowedSession>();
  readonly #disposables = new DisposableStore();

  constructor(deps: SessionFollowingDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.emulator.onDidChangeState((state) => this.#onState(state)));
  }

  /** Resolves when requests of the running emulator are received. */
  async begin(folder: Folder): Promise<void> {
    const known = this.#followed.get(folder.uri);
    const { nextId } = this.#deps.traffic;
    const followed = known ?? {
      folder,
      log: new SessionLog(nextId),
      hearing: undefined,
      isWanted: true,
    };
    followed.isWanted = true;
    this.#followed.set(folder.uri, followed);
    await this.#openStream(followed);
  }

  async hasOthers(folder: Pick<Folder, 'uri'>): Promise<boolean> {
    if (this.#deps.emulator.state.status !== 'running') return false;
    const { count } = await this.#deps.ask(sessionOf(folder), 'GET', 'followers');
    const own = this.#followed.get(folder.uri)?.hearing ? 1 : 0;
    return typeof count === 'number' && count > own;
  }

  end({ uri }: Pick<Folder, 'uri'>): void {
    const followed = this.#followed.get(uri);
    if (!followed) return;
    followed.isWanted = false;
    this.#stopStream(followed);
    this.#show();
  }

  dispose(): void {
    for (const { hearing } of this.#followed.values()) hearing?.end.abort();
    this.#followed.clear();
    this.#deps.traffic.showSessions([]);
    this.#disposables.dispose();
  }

  #onState({ status }: EmulatorState): void {
    for (const followed of this.#followed.values()) {
      // A retry to an ended emulator would delay the connection to the next emulator.
      if (status !== 'running') this.#stopStream(followed);
      else if (followed.isWanted) void this.#openStream(followed);
    }
    if (status !== 'running') this.#show();
  }

  #stopStream(followed: FollowedSession): void {
    followed.hearing?.end.abort();
    followed.hearing = undefined;
    followed.log.lose();
  }

  async #openStream(followed: FollowedSession): Promise<void> {
    followed.hearing ??= this.#onUpdate(followed);
    this.#show();
    await followed.hearing.begun;
  }

  #onUpdate(followed: FollowedSession): SessionStream {
    const { traffic, onLost } = this.#deps;
    const end = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<undefined>();
    const onMode = (): void => this.#deps.onMode(followed.folder);
    const onBegin = (): void => {
      // Requests that ended while disconnected aren't reported.
      followed.log.lose();
      this.#show();
      onMode();
      resolve(undefined);
    };
    const onExchange = (exchange: SessionExchange): void => {
      const { answeredBy, progress } = exchange;
      if (answeredBy === 'upstream' && progress === 'ended') this.#deps.onUpstream();
      if (!traffic.isOn) {
        // The disconnect may have hidden the end of running requests.
        followed.log.lose();
        return;
      }
      followed.log.add(exchange);
      this.#show();
    };
    const over = (): void => {
      resolve(undefined);
      if (followed.hearing?.end === end) this.#stopStream(followed);
      this.#show();
    };
    this.#follow(followed, { onBegin, onMode, onExchange, onLost }, end.signal)
      .catch(this.#deps.onError)
      .finally(over);
    return { end, begun };
  }

  async #follow({ folder }: FollowedSession, told: Following, signal: AbortSignal): Promise<void> {
    const { emulator, http, clock } = this.#deps;
    const address = await emulator.start();
    await followSession({ http, clock }, address, sessionOf(folder), told, signal);
  }

  #show(): void {
    for (const [uri, { isWanted, log }] of this.#followed) {
      if (!isWanted && log.entries.length === 0) this.#followed.delete(uri);
    }
    const { traffic, modeOf } = this.#deps;
    traffic.showSessions(
      [...this.#followed.values()].map(({ folder, log, hearing }): ShownSession => ({
        uri: folder.uri,
        label: folder.name,
        session: sessionOf(folder),
        isFollowed: hearing !== undefined,
        get recordings() {
          return modeOf(folder)?.recordings;
        },
        get entries() {
          return log.entries;
        },
        clear: () => log.clear(),
      })),
    );
  }
}
