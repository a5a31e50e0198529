import { resolve } from 'node:path';
import { SingleFlight } from '../base/async';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/event';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import { pathInside } from '../platform/pathInside';
import type { Emulator, EmulatorState } from '../service/emulator';
import { sessionOf, defaultRecordings } from '../service/folderSession';
import type { Folder } from './terminalSwitches';

/** Response sources of a folder, as in the emulator's control API. */
export const MODES = ['generate', 'replay', 'record', 'record-missing', 'auto'] as const;
export type Mode = (typeof MODES)[number];

export interface ModeChoice {
  readonly mode: Mode;
  /** Default: the live API; in `auto`, none. */
  readonly upstream?: string;
  /** Recordings folder relative to the workspace folder; undefined for the default. */
  readonly recordings?: string;
  readonly uploads?: string;
  /** Base URL in responses; the session's URL by default. */
  readonly service?: string;
  /** Connection whose requests are relayed. Undefined for requests of apps. */
  readonly connection?: string;
  /** Whether the upstream is the emulator. */
  readonly isFree?: boolean;
  /** Whether replay may repeat responses to read-only requests. */
  readonly repeats?: boolean;
  /** Whether replay restarts with the first recordings when all matching ones were used. */
  readonly startsOver?: boolean;
}

export interface FolderMode extends ModeChoice {
  /** Upstream of recorded requests; undefined if not recording. */
  readonly asks: string | undefined;
  readonly path: string;
}

export interface ModeCounts {
  readonly hits: number;
  readonly misses: number;
  readonly recorded: number;
  readonly withheld: number;
  readonly unused: number;
  /** Results by request or file, at the end; truncated if there are many. */
  readonly notes: readonly Note[];
}

export const NOTES = ['recorded', 'same', 'missed', 'lost', 'unused', 'notRequested'] as const;

/** A recording that was written, unchanged, unused or not requested, or an unmatched request. */
export interface Note {
  readonly what: (typeof NOTES)[number];
  readonly text: string;
  /** File of the closest recording of an unmatched request; empty for none. */
  readonly nearest: string;
}

export interface EndedRun {
  readonly was: FolderMode;
  readonly counts: ModeCounts;
}

export interface SessionModesDeps {
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState'>;
  readonly ask: (
    session: string,
    method: 'GET' | 'POST',
    path: string,
    body?: JsonObject,
  ) => Promise<JsonObject>;
  /** Returns the local path of a folder. Throws `AppError` if it isn't local. */
  readonly pathOf: (folder: Pick<Folder, 'uri'>) => string;
  /** Non-default recordings folders by folder URI. */
  readonly places?: {
    get(uri: string): string | undefined;
    set(uri: string, recordings: string | undefined): void;
  };
  readonly onError: (error: unknown) => void;
}

type Place = Pick<Folder, 'uri'>;

interface BrokenMode extends Place {
  readonly was: FolderMode;
}

/**
 * Modes of folder sessions, stored in this window and sent again when the emulator restarts.
 * Exceptions: `record`, whose data would be lost silently, and modes set by other windows.
 */
export class SessionModes implements Disposable {
  readonly #deps: SessionModesDeps;
  readonly #modes = new Map<string, FolderMode>();
  /** Folders whose mode must be sent to a restarted emulator. */
  readonly #unsent = new Set<string>();
  readonly #adopted = new Set<string>();
  /** Request counters by folder, to ignore outdated responses. */
  readonly #turns = new Map<string, number>();
  readonly #sending = new SingleFlight<string, ModeCounts | undefined>();
  readonly #changed = new Emitter<Place>();
  readonly #broke = new Emitter<BrokenMode>();
  readonly #disposables = new DisposableStore();
  #isRunning: boolean;
  readonly onDidChange = this.#changed.event;
  /** Fires when the emulator ended during a recording, which also ends the mode. */
  readonly onDidBreak = this.#broke.event;

  constructor(deps: SessionModesDeps) {
    this.#deps = deps;
    this.#isRunning = deps.emulator.state.status === 'running';
    this.#disposables.add(this.#changed);
    this.#disposables.add(this.#broke);
    this.#disposables.add(deps.emulator.onDidChangeState((state) => this.#follow(state)));
  }

  /** Undefined if only the emulator responds and the recordings folder is the default. */
  of(folder: Place): FolderMode | undefined {
    return this.#modes.get(folder.uri) ?? this.#remembered(folder);
  }

  isRecording(folder: Place): boolean {
    return this.of(folder)?.asks !== undefined;
  }

  /**
   * Prepares a folder while the emulator runs. Adopts the mode of another window, or ends the run of a
   * closed window and returns that run.
   * @param isShared whether the folder is on in another window.
   */
  async begin(folder: Place, isShared: boolean): Promise<EndedRun | undefined> {
    const was = await this.#found(folder);
    if (!was) return undefined;
    if (!isShared) {
      const counts = await this.set(folder, generating(this.of(folder)));
      return counts && { was, counts };
    }
    this.#modes.set(folder.uri, was);
    this.#adopted.add(folder.uri);
    this.#changed.fire(folder);
    return undefined;
  }

  /**
   * Like `leave`, but a mode set by another window that has the folder on continues.
   * @param isShared as in `begin`.
   */
  async quit(folder: Place, isShared: boolean): Promise<ModeCounts | undefined> {
    const before = this.of(folder);
    if (!isShared || !before || !this.#adopted.has(folder.uri)) return await this.leave(folder);
    this.#forget(folder, before);
    return undefined;
  }

  /** Adopts changes by another window. Throws if the emulator doesn't respond. */
  async refresh(folder: Place): Promise<void> {
    if (!this.#isRunning || this.#unsent.has(folder.uri)) return;
    const turn = this.#nextTurn(folder);
    const found = await this.#found(folder);
    if (turn !== this.#turns.get(folder.uri)) return;
    const before = this.of(folder);
    if (found === undefined) {
      if (before && before.mode !== 'generate') this.#forget(folder, before);
    } else if (before === undefined || !isSame(found, before)) {
      this.#modes.set(folder.uri, found);
      this.#adopted.add(folder.uri);
      this.#changed.fire(folder);
    }
  }

  /**
   * Sets the mode in the running emulator. Returns the results of the previous mode, if known, after writing
   * its recordings. Throws `AppError` without changes.
   */
  async set(folder: Place, choice: ModeChoice): Promise<ModeCounts | undefined> {
    const ended = await this.#send(folder, choice);
    this.#deps.places?.set(folder.uri, choice.recordings);
    this.#unsent.delete(folder.uri);
    this.#adopted.delete(folder.uri);
    return ended;
  }

  /** Returns to emulator responses; returns the same as `set`. */
  async leave(folder: Place): Promise<ModeCounts | undefined> {
    const before = this.of(folder);
    if (!before || before.mode === 'generate') return undefined;
    if (!this.#isRunning) {
      this.#forget(folder, before);
      return undefined;
    }
    return await this.set(folder, generating(before));
  }

  /**
   * Ends all modes when the window closes: writes recordings and stops sending to the upstream.
   * @param isShared as in `begin`.
   */
  async quitAll(isShared: (folder: Place) => Promise<boolean>): Promise<void> {
    const quit = async (uri: string): Promise<void> => {
      await this.quit({ uri }, this.#adopted.has(uri) && (await isShared({ uri })));
    };
    await Promise.all([...this.#modes.keys()].map((uri) => quit(uri).catch(this.#deps.onError)));
  }

  /** Resolves when the emulator knows a folder's mode. Throws `AppError` if it is rejected. */
  async sent({ uri }: Place): Promise<void> {
    if (!this.#unsent.has(uri)) return;
    await this.#sending.run(uri, async () => await this.#sendAgain(uri));
  }

  /** Restarts replay at the first recordings for a new run of an app. */
  async beginRun(folder: Place): Promise<void> {
    await this.sent(folder);
    const { mode = 'generate' } = this.of(folder) ?? {};
    if (mode === 'generate' || mode === 'record') return;
    await this.#deps.ask(sessionOf(folder), 'POST', 'run', {});
  }

  async counts(folder: Place): Promise<ModeCounts | undefined> {
    if (!this.#isRunning) return undefined;
    const name = sessionOf(folder);
    const { sessions } = await this.#deps.ask(name, 'GET', 'sessions');
    const all = Array.isArray(sessions) ? sessions : [];
    return countsOf(all.find((one) => isObject(one) && one.name === name));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #follow({ status }: EmulatorState): void {
    const was = this.#isRunning;
    this.#isRunning = status === 'running';
    if (was === this.#isRunning) return;
    if (was) {
      for (const [uri, mode] of this.#modes) this.#break({ uri }, mode);
      return;
    }
    for (const [uri, { mode }] of this.#modes) if (mode !== 'generate') this.#unsent.add(uri);
    for (const uri of this.#unsent) this.sent({ uri }).catch(this.#deps.onError);
  }

  #break(folder: Place, was: FolderMode): void {
    const isOwn = !this.#adopted.has(folder.uri);
    if (isOwn && (was.mode !== 'record' || was.asks === undefined)) return;
    this.#forget(folder, was);
    if (isOwn) this.#broke.fire({ uri: folder.uri, was });
  }

  /** Resets the mode locally. A restarted emulator has no mode anyway. */
  #forget(folder: Place, was: FolderMode): void {
    this.#modes.set(folder.uri, { ...generating(was), asks: undefined, path: was.path });
    this.#unsent.delete(folder.uri);
    this.#adopted.delete(folder.uri);
    this.#changed.fire(folder);
  }

  /** Returns the emulator’s current mode. Undefined if it responds itself. */
  async #found(folder: Place): Promise<FolderMode | undefined> {
    const shown = await this.#deps.ask(sessionOf(folder), 'GET', 'mode');
    const mode = MODES.find((one) => one === shown.mode);
    if (mode === undefined || mode === 'generate') return undefined;
    const path = textAt(shown, 'folder');
    const recordings = this.#recordingsAt(folder, path);
    const upstream = textAt(shown, 'upstream');
    return {
      mode,
      path,
      asks: upstream || undefined,
      ...(upstream === '' ? {} : { upstream }),
      ...(recordings === undefined ? {} : { recordings }),
    };
  }

  #recordingsAt(folder: Place, path: string): string | undefined {
    const project = this.#deps.pathOf(folder);
    if (path === resolve(project, defaultRecordings(folder))) return undefined;
    return pathInside(project, path) ?? path;
  }

  #remembered(folder: Place): FolderMode | undefined {
    const { places, pathOf } = this.#deps;
    const recordings = places?.get(folder.uri);
    if (recordings === undefined) return undefined;
    const path = resolve(pathOf(folder), recordings);
    return { ...generating({ recordings }), asks: undefined, path };
  }

  #nextTurn({ uri }: Place): number {
    const turn = (this.#turns.get(uri) ?? 0) + 1;
    this.#turns.set(uri, turn);
    return turn;
  }

  async #sendAgain(uri: string): Promise<ModeCounts | undefined> {
    const mode = this.#modes.get(uri);
    return mode && (await this.set({ uri }, mode));
  }

  async #send(folder: Place, choice: ModeChoice): Promise<ModeCounts | undefined> {
    const { mode, upstream, recordings, uploads, service, repeats, startsOver } = choice;
    const { connection, isFree } = choice;
    // Without recordings, a folder need not be local.
    const isElsewhere = mode === 'generate' && recordings === undefined;
    const body = {
      mode,
      ...(isElsewhere ? {} : { project: this.#deps.pathOf(folder) }),
      ...(upstream === undefined ? {} : { upstream }),
      ...(recordings === undefined ? {} : { folder: recordings }),
      ...(uploads === undefined ? {} : { uploads }),
      ...(service === undefined ? {} : { service }),
      ...(repeats === undefined ? {} : { repeats }),
      ...(startsOver === undefined ? {} : { startsOver }),
      ...(connection === undefined ? {} : { connection }),
      ...(isFree === undefined ? {} : { isFree }),
    };
    const answer = await this.#deps.ask(sessionOf(folder), 'POST', 'mode', body);
    this.#nextTurn(folder);
    const asks = textAt(answer, 'upstream') || undefined;
    this.#modes.set(folder.uri, { ...choice, asks, path: textAt(answer, 'folder') });
    this.#changed.fire(folder);
    return countsOf(answer.ended);
  }
}

function isSame(found: FolderMode, known: FolderMode): boolean {
  return (['mode', 'asks', 'path'] as const).every((name) => found[name] === known[name]);
}

/** Returns the emulator mode, with the recordings folder retained for later. */
export function generating(before: Pick<ModeChoice, 'recordings'> | undefined): ModeChoice {
  const { recordings } = before ?? {};
  return { mode: 'generate', ...(recordings === undefined ? {} : { recordings }) };
}

function countsOf(value: unknown): ModeCounts | undefined {
  if (!isObject(value)) return undefined;
  const number = (name: string): number => {
    const found = value[name];
    return typeof found === 'number' ? found : 0;
  };
  return {
    hits: number('hits'),
    misses: number('misses'),
    recorded: number('recorded'),
    withheld: number('withheld'),
    unused: number('unused'),
    notes: items(value.notes).flatMap(noteOf),
  };
}

function noteOf(value: unknown): readonly Note[] {
  if (!isObject(value)) return [];
  const what = NOTES.find((one) => one === value.what);
  return what ? [{ what, text: textAt(value, 'text'), nearest: textAt(value, 'nearest') }] : [];
}
