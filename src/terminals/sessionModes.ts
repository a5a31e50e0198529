import { resolve } from 'node:path';
import { SingleFlight } from '../base/async';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/event';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import { pathInside } from '../platform/pathInside';
import type { Emulator, EmulatorState } from '../service/emulator';
import { sessionOf, usualRecordings } from '../service/folderSession';
import type { Folder } from './terminalSwitches';

/** What answers the programs of a folder: the names that the emulator has for it. */
export const MODES = ['generate', 'replay', 'record', 'record-missing', 'auto'] as const;
export type Mode = (typeof MODES)[number];

export interface ModeChoice {
  readonly mode: Mode;
  /** Absent where it is the live service, and in `auto` nobody. */
  readonly upstream?: string;
  /** Of the recordings, from the workspace folder on; absent where it is the usual one. */
  readonly recordings?: string;
  /** Where uploads go, where that is not the upstream. */
  readonly uploads?: string;
  /** What addresses in answers begin with, where that is not the session. */
  readonly service?: string;
  /** Whether what only reads may be asked again and again in a replay. */
  readonly repeats?: boolean;
  /** Whether a replay begins with the first recordings again once all that are like a request were used. */
  readonly startsOver?: boolean;
}

/** A mode as the emulator has understood it. */
export interface FolderMode extends ModeChoice {
  /** Whom recorded requests go to; undefined where nothing is recorded. */
  readonly asks: string | undefined;
  /** Absolute path of the recordings. */
  readonly path: string;
}

/** What a mode came to. */
export interface ModeCounts {
  readonly hits: number;
  readonly misses: number;
  readonly recorded: number;
  /** What could not be recorded. */
  readonly withheld: number;
  readonly unused: number;
  /** What became of single requests and files, at the end; not of all of them, where there are many. */
  readonly notes: readonly Note[];
}

export const NOTES = ['recorded', 'same', 'missed', 'lost', 'unused', 'notRequested'] as const;

/**
 * A recording that was written, stays as it was, or was not used; one that a complete recording did not request; or a
 * request that has none.
 */
export interface Note {
  readonly what: (typeof NOTES)[number];
  /** The recording’s file, what was asked, or why there is no recording. */
  readonly text: string;
  /** File of the recording that is most like what was missed; empty where none is. */
  readonly nearest: string;
}

/** A run that is over, and what it came to. */
export interface EndedRun {
  readonly was: FolderMode;
  readonly counts: ModeCounts;
}

export interface SessionModesDeps {
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState'>;
  /** Asks the control API of a session of the emulator, which runs. */
  readonly ask: (
    session: string,
    method: 'GET' | 'POST',
    path: string,
    body?: JsonObject,
  ) => Promise<JsonObject>;
  /** Path of a folder on this machine. Throws `AppError` where it lies elsewhere. */
  readonly pathOf: (folder: Pick<Folder, 'uri'>) => string;
  /** Recordings that are not at their usual place, by the addresses of their folders: the place is chosen once. */
  readonly places?: {
    get(uri: string): string | undefined;
    set(uri: string, recordings: string | undefined): void;
  };
  readonly onError: (error: unknown) => void;
}

type Place = Pick<Folder, 'uri'>;

/** A mode that is over, against what the user has chosen. */
interface BrokenMode extends Place {
  readonly was: FolderMode;
}

/**
 * In which mode the sessions of folders are. A state of the window: the emulator, which forgets with its end, is told
 * again after each start. But for `record`: what it had recorded is gone, which nobody may miss unseen. And but
 * for what another window has set: that tells it again, or has ended it.
 */
export class SessionModes implements Disposable {
  readonly #deps: SessionModesDeps;
  readonly #modes = new Map<string, FolderMode>();
  /** Folders whose mode an emulator that was started since does not know. */
  readonly #unsent = new Set<string>();
  /** Folders whose mode another window has set. */
  readonly #adopted = new Set<string>();
  /** Counts what was told and asked of each folder: an answer from before the last of it is old. */
  readonly #turns = new Map<string, number>();
  readonly #sending = new SingleFlight<string, ModeCounts | undefined>();
  readonly #changed = new Emitter<Place>();
  readonly #broke = new Emitter<BrokenMode>();
  readonly #disposables = new DisposableStore();
  #isRunning: boolean;
  /** The mode of a folder is another one. */
  readonly onDidChange = this.#changed.event;
  /** The emulator has ended amid a recording anew, and that with it: the emulator answers again. */
  readonly onDidBreak = this.#broke.event;

  constructor(deps: SessionModesDeps) {
    this.#deps = deps;
    this.#isRunning = deps.emulator.state.status === 'running';
    this.#disposables.add(this.#changed);
    this.#disposables.add(this.#broke);
    this.#disposables.add(deps.emulator.onDidChangeState((state) => this.#follow(state)));
  }

  /** Undefined where nothing but the emulator ever answered, and recordings are at their usual place. */
  of(folder: Place): FolderMode | undefined {
    return this.#modes.get(folder.uri) ?? this.#remembered(folder);
  }

  isRecording(folder: Place): boolean {
    return this.of(folder)?.asks !== undefined;
  }

  /**
   * Begins with a folder, while the emulator runs. In what another window has set it is in this one too; what a window has
   * left that is gone ends, and is given back.
   * @param isShared whether another window has the folder on.
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
   * Ends with a folder, as `leave` does; but what another window has set, which has it on still, goes on there.
   * @param isShared as in `begin`.
   */
  async quit(folder: Place, isShared: boolean): Promise<ModeCounts | undefined> {
    const before = this.of(folder);
    if (!isShared || !before || !this.#adopted.has(folder.uri)) return await this.leave(folder);
    this.#forget(folder, before);
    return undefined;
  }

  /** Takes over what another window has set meanwhile, or ended. Throws where the emulator does not say. */
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
   * Tells the emulator, which runs. Gives what the mode came to that was before, the recordings of which are written then;
   * undefined where that can't be said. Throws `AppError`, and nothing has changed.
   */
  async set(folder: Place, choice: ModeChoice): Promise<ModeCounts | undefined> {
    const ended = await this.#send(folder, choice);
    this.#deps.places?.set(folder.uri, choice.recordings);
    this.#unsent.delete(folder.uri);
    this.#adopted.delete(folder.uri);
    return ended;
  }

  /** The emulator answers again, and is told where it runs; gives what `set` does. */
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
   * Ends with all folders at the end of the window: what was recorded is written, and nobody is asked unseen.
   * @param isShared as in `begin`.
   */
  async quitAll(isShared: (folder: Place) => Promise<boolean>): Promise<void> {
    const quit = async (uri: string): Promise<void> => {
      await this.quit({ uri }, this.#adopted.has(uri) && (await isShared({ uri })));
    };
    await Promise.all([...this.#modes.keys()].map((uri) => quit(uri).catch(this.#deps.onError)));
  }

  /** Resolves once the emulator knows the mode of a folder. Throws `AppError` where it does not take it. */
  async sent({ uri }: Place): Promise<void> {
    if (!this.#unsent.has(uri)) return;
    await this.#sending.run(uri, async () => await this.#sendAgain(uri));
  }

  /** A program of a folder begins to run: recordings answer it from the first on, where they do. */
  async beginRun(folder: Place): Promise<void> {
    await this.sent(folder);
    const { mode = 'generate' } = this.of(folder) ?? {};
    if (mode === 'generate' || mode === 'record') return;
    await this.#deps.ask(sessionOf(folder), 'POST', 'run', {});
  }

  /** How it stands with a folder now; undefined where nobody says. */
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

  /** The emulator answers again once it runs, which need not be told to it. */
  #forget(folder: Place, was: FolderMode): void {
    this.#modes.set(folder.uri, { ...generating(was), asks: undefined, path: was.path });
    this.#unsent.delete(folder.uri);
    this.#adopted.delete(folder.uri);
    this.#changed.fire(folder);
  }

  /** The mode of a folder as the emulator has it; undefined where that answers itself. */
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

  /** Of recordings by their path, as `ModeChoice` has them. */
  #recordingsAt(folder: Place, path: string): string | undefined {
    const project = this.#deps.pathOf(folder);
    if (path === resolve(project, usualRecordings(folder))) return undefined;
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
    // Where there is nothing of recordings, a folder may lie anywhere.
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
    };
    const answer = await this.#deps.ask(sessionOf(folder), 'POST', 'mode', body);
    this.#nextTurn(folder);
    const asks = textAt(answer, 'upstream') || undefined;
    this.#modes.set(folder.uri, { ...choice, asks, path: textAt(answer, 'folder') });
    this.#changed.fire(folder);
    return countsOf(answer.ended);
  }
}

/** Whether a mode is one that was set here, as far as the emulator tells of it. */
function isSame(found: FolderMode, known: FolderMode): boolean {
  return (['mode', 'asks', 'path'] as const).every((name) => found[name] === known[name]);
}

/** The emulator itself, which knows where the recordings are to be the next time. */
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
