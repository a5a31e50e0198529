import { Debouncer } from '../base/async';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import type { FileProblems } from '../platform/diagnostics';
import type { Emulator } from '../service/emulator';
import { sessionOf } from '../service/folderSession';
import type { SessionModesDeps } from './sessionModes';
import type { Folder } from './terminalSwitches';

export interface AnswerFiles {
  find(folder: string): Promise<readonly string[]>;
  /** Calls back when a folder's mock file is written, created or deleted. */
  watch(folder: string, onChange: () => void): Disposable;
  /** Fires with the path when an editor's text changes or an editor closes. */
  readonly onDidEdit: Event<string>;
  unsaved(file: string): string | undefined;
  addressOf(file: string): string;
}

interface FolderAnswersDeps extends Pick<SessionModesDeps, 'ask' | 'onError'> {
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState'>;
  readonly files: AnswerFiles;
  readonly marks: FileProblems;
  readonly clock: Clock;
}

/** A problem in a mock file. Lines and columns start at 1. */
export interface AnswerProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}

interface WatchedFolder {
  readonly store: DisposableStore;
  files: readonly string[];
  /** Problems on disk. The previous mocks stay active while there are any. */
  problems: readonly AnswerProblem[];
}

/** Debounce delay in ms. */
const SOON = 300;

export class FolderAnswers implements Disposable {
  readonly #deps: FolderAnswersDeps;
  readonly #on = new Map<string, WatchedFolder>();
  readonly #edits = new Map<string, Debouncer>();
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  readonly onDidChange = this.#changed.event;

  constructor(deps: FolderAnswersDeps) {
    this.#deps = deps;
    this.#disposables.add(this.#changed);
    this.#disposables.add(deps.files.onDidEdit((file) => this.#edited(file)));
    this.#disposables.add(
      deps.emulator.onDidChangeState(({ status }) => {
        if (status !== 'running') return;
        for (const uri of this.#on.keys()) this.#sendSoon(uri, false);
      }),
    );
  }

  problemsOf({ uri }: Pick<Folder, 'uri'>): readonly AnswerProblem[] {
    return this.#on.get(uri)?.problems ?? [];
  }

  /** Resolves when the running emulator has loaded the mocks, with reset state. */
  async begin({ uri }: Pick<Folder, 'uri'>): Promise<void> {
    if (!this.#on.has(uri)) {
      const store = new DisposableStore();
      this.#on.set(uri, { store, files: [], problems: [] });
      store.add(this.#deps.files.watch(uri, () => this.#sendSoon(uri, true)));
    }
    await this.#send(uri, false);
  }

  /** @param isShared whether another window uses the same mocks, which then stay active. */
  async end({ uri }: Pick<Folder, 'uri'>, isShared: boolean): Promise<void> {
    const led = this.#on.get(uri);
    if (!led) return;
    led.store.dispose();
    this.#on.delete(uri);
    for (const file of led.files) this.#mark(file, []);
    if (led.problems.length > 0) this.#changed.fire();
    if (isShared || this.#deps.emulator.state.status !== 'running') return;
    await this.#deps.ask(sessionOf({ uri }), 'POST', 'mocks', { files: [] });
  }

  dispose(): void {
    for (const { store } of this.#on.values()) store.dispose();
    this.#on.clear();
    for (const edit of this.#edits.values()) edit.dispose();
    this.#disposables.dispose();
  }

  #sendSoon(uri: string, keeps: boolean): void {
    // A stopped emulator gets the mocks when it starts.
    if (this.#deps.emulator.state.status !== 'running') return;
    void this.#send(uri, keeps).catch(this.#deps.onError);
  }

  /** @param keeps whether to retain counts and state, for changes during a run. */
  async #send(uri: string, keeps: boolean): Promise<void> {
    const files = await this.#deps.files.find(uri);
    if (!this.#on.has(uri)) return;
    const body = keeps ? { files, keeps } : { files };
    const answer = await this.#deps.ask(sessionOf({ uri }), 'POST', 'mocks', body);
    const led = this.#on.get(uri);
    if (!led) return;
    const problems = problemsIn(answer);
    const before = [led.files, led.problems] as const;
    [led.files, led.problems] = [files, problems];
    for (const file of new Set([...before[0], ...files])) {
      const found = problems.filter((problem) => problem.file === file);
      if (files.includes(file) && this.#deps.files.unsaved(file) !== undefined) this.#edited(file);
      else this.#mark(file, found);
    }
    if (before[1].length + problems.length > 0) this.#changed.fire();
  }

  #edited(file: string): void {
    if (!this.#folderOf(file)) return;
    const { clock, onError } = this.#deps;
    const check = (): void => {
      this.#edits.delete(file);
      void this.#check(file).catch(onError);
    };
    const edit = this.#edits.get(file) ?? new Debouncer(clock, SOON, check);
    this.#edits.set(file, edit);
    edit.trigger();
  }

  async #check(file: string): Promise<void> {
    const { emulator, files, ask } = this.#deps;
    const uri = this.#folderOf(file);
    if (uri === undefined) return;
    const text = files.unsaved(file);
    if (emulator.state.status !== 'running') {
      this.#mark(file, []);
      return;
    }
    if (text === undefined) {
      await this.#send(uri, true);
      return;
    }
    const answer = await ask(sessionOf({ uri }), 'POST', 'mocks', { file, check: text });
    if (this.#on.has(uri) && files.unsaved(file) === text) this.#mark(file, problemsIn(answer));
  }

  #folderOf(file: string): string | undefined {
    return [...this.#on].find(([, { files }]) => files.includes(file))?.[0];
  }

  #mark(file: string, problems: readonly AnswerProblem[]): void {
    const { files, marks } = this.#deps;
    marks.set(
      files.addressOf(file),
      problems.map(({ line, column, length, message }) => ({
        line,
        column,
        length,
        message,
        severity: 'error',
      })),
    );
  }
}

function problemsIn({ problems }: JsonObject): readonly AnswerProblem[] {
  return items(problems)
    .filter(isObject)
    .map((problem) => ({
      file: textAt(problem, 'file'),
      message: textAt(problem, 'message'),
      line: Number(problem.line),
      column: Number(problem.column),
      length: Number(problem.length),
    }));
}
