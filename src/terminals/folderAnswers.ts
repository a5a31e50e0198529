import { Debouncer } from '../base/async';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import type { FileProblems } from '../platform/fileProblems';
import type { Emulator } from '../service/emulator';
import { sessionOf } from '../service/folderSession';
import type { SessionModesDeps } from './sessionModes';
import type { Folder } from './terminalSwitches';

/** Files of answer rules on disk and in editors, by their paths. */
export interface AnswerFiles {
  /** Those of a folder, by its address. */
  find(folder: string): Promise<readonly string[]>;
  /** Calls when one of a folder's is written, made or removed. */
  watch(folder: string, onChange: () => void): Disposable;
  /** An editor has another text of one, or none any more. */
  readonly onDidEdit: Event<string>;
  /** What an editor has and the disk does not; undefined where they are the same. */
  unsaved(file: string): string | undefined;
  addressOf(file: string): string;
}

interface FolderAnswersDeps extends Pick<SessionModesDeps, 'ask' | 'onError'> {
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState'>;
  readonly files: AnswerFiles;
  readonly marks: FileProblems;
  readonly clock: Clock;
}

/** Something wrong in a file of rules. Lines and columns count from 1. */
export interface AnswerProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}

/** A folder whose rules answer. */
interface Led {
  readonly store: DisposableStore;
  files: readonly string[];
  /** Of the files as they are on disk: while there are any, the rules stay what they were. */
  problems: readonly AnswerProblem[];
}

/** Milliseconds after a key. */
const SOON = 300;

/** Lets the rules of folders that are on answer in their sessions, and marks what is wrong with them as they are written. */
export class FolderAnswers implements Disposable {
  readonly #deps: FolderAnswersDeps;
  readonly #on = new Map<string, Led>();
  readonly #edits = new Map<string, Debouncer>();
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  /** Something is wrong with rules that was not, or no longer. */
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

  /** What is wrong with the files of a folder, as they are on disk. */
  problemsOf({ uri }: Pick<Folder, 'uri'>): readonly AnswerProblem[] {
    return this.#on.get(uri)?.problems ?? [];
  }

  /** Resolves once the emulator, which runs, knows the rules, which begin anew. */
  async begin({ uri }: Pick<Folder, 'uri'>): Promise<void> {
    if (!this.#on.has(uri)) {
      const store = new DisposableStore();
      this.#on.set(uri, { store, files: [], problems: [] });
      store.add(this.#deps.files.watch(uri, () => this.#sendSoon(uri, true)));
    }
    await this.#send(uri, false);
  }

  /** @param isShared whether another window lets the same rules answer: they go on then. */
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
    // Whatever it knows, an emulator that does not run learns it when it does.
    if (this.#deps.emulator.state.status !== 'running') return;
    void this.#send(uri, keeps).catch(this.#deps.onError);
  }

  /** @param keeps whether counts and state go on: what is written amid a run is no other run. */
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
      // What an editor has of it is looked at by itself.
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

  /** Marks what is wrong with a file as it is in its editor, or on disk where that is the same. */
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
    // What was typed meanwhile is looked at soon.
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
