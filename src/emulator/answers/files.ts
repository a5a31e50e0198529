import { existsSync, readdirSync, readFileSync, statSync, watch as watchFolder } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Debouncer } from '../../base/async';
import { type Clock, systemClock } from '../../base/clock';
import { AppError, errorMessage } from '../../base/errors';
import type { LoadedRule, SharedRules } from './book';
import { type Problem, shownProblem } from './problems';
import { type ReadOptions, readRules } from './read';

export { type LoadedRule, shownProblem };

/** What names of files with answers end with. */
export const ANSWERS_SUFFIX = '.answers.jsonc';

/** Milliseconds in which writes of a file are one. */
const SETTLE = 50;

/** Calls when something in a folder changes, until it is disposed of. */
export type WatchFolder = (
  folder: string,
  onChange: () => void,
) => { readonly dispose: () => void };

interface FileOptions extends Pick<ReadOptions, 'faultProblem'> {
  /** Takes lines on what became of changed files. */
  readonly tell: (line: string) => void;
  readonly watch?: WatchFolder;
  readonly clock?: Clock;
}

/** The files that paths stand for: each itself, of a folder those with answers. Throws `AppError` for a path that is not there. */
export function answerFilesAt(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder === undefined)
      throw new AppError('badOption', `There is no file or folder ${path}.`);
    return isFolder ? answersIn(path) : [path];
  });
}

function answersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(ANSWERS_SUFFIX));
  return names.sort().map((name) => join(folder, name));
}

/**
 * Reads files of rules, in their order. Never throws: what can't be read is a problem.
 * @param nameOf what a file is called in labels and problems.
 */
export function readAnswerFiles(
  files: readonly string[],
  faultProblem: ReadOptions['faultProblem'],
  nameOf: (file: string) => string = (file) => relative('', file) || file,
): {
  readonly rules: readonly LoadedRule[];
  readonly problems: readonly Problem[];
} {
  const read = files.map((file) => {
    const name = nameOf(file);
    try {
      const place = { file: name, folder: dirname(resolve(file)), faultProblem };
      return readRules(readFileSync(file, 'utf8'), place);
    } catch (error) {
      const at = { line: 1, column: 1, length: 0, path: '' };
      // Of the stack there is too little for a thousand lists in each other.
      const message = error instanceof RangeError ? 'It nests too deep.' : errorMessage(error);
      const problem = { file: name, ...at, message };
      return { rules: [], problems: [problem] };
    }
  });
  return {
    rules: read.flatMap(({ rules }) => rules),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** The rules of files, read again when those change. While something is wrong in one, all stay as they were. */
export class AnswerFiles implements SharedRules {
  readonly #paths: readonly string[];
  readonly #tell: (line: string) => void;
  readonly #faultProblem: ReadOptions['faultProblem'];
  readonly #used = new Set<string>();
  readonly #watching: readonly { readonly dispose: () => void }[];
  #rules: readonly LoadedRule[];
  #told = '';
  #misses = 0;

  /** @throws AppError with a line for each problem. */
  constructor(
    paths: readonly string[],
    { tell, faultProblem, watch = watchWith, clock = systemClock }: FileOptions,
  ) {
    this.#paths = paths;
    this.#tell = tell;
    this.#faultProblem = faultProblem;
    const { rules, problems } = readAnswerFiles(answerFilesAt(paths), faultProblem);
    if (problems.length > 0) {
      throw new AppError('badOption', problems.map(shownProblem).join('\n'));
    }
    this.#rules = rules;
    const settled = new Debouncer(clock, SETTLE, () => this.#readAgain());
    const folders = new Set(
      paths.map((path) => (statSync(path).isDirectory() ? path : dirname(resolve(path)))),
    );
    this.#watching = [
      settled,
      ...[...folders].map((folder) => watch(folder, () => settled.trigger())),
    ];
  }

  current(): readonly LoadedRule[] {
    return this.#rules;
  }

  onUse({ key }: LoadedRule): void {
    this.#used.add(key);
  }

  onMiss(): void {
    this.#misses += 1;
  }

  /** How many requests failed in all sessions since no rule answers them. */
  get misses(): number {
    return this.#misses;
  }

  onProblem(text: string): void {
    this.#tell(text);
  }

  /** The rules that have answered nothing in any session. */
  unused(): readonly LoadedRule[] {
    return this.#rules.filter(({ key }) => !this.#used.has(key));
  }

  dispose(): void {
    for (const one of this.#watching) one.dispose();
  }

  #readAgain(): void {
    const text = this.#read();
    if (text !== '' && text !== this.#told) this.#tell(text);
    this.#told = text;
  }

  /** What is to be told of it. */
  #read(): string {
    try {
      const { rules, problems } = readAnswerFiles(answerFilesAt(this.#paths), this.#faultProblem);
      if (problems.length > 0) {
        return [...problems.map(shownProblem), 'The rules stay as they were.'].join('\n');
      }
      const keys = (all: readonly LoadedRule[]): string => all.map(({ key }) => key).join();
      const isSame = keys(rules) === keys(this.#rules);
      this.#rules = rules;
      return isSame ? '' : `${rules.length} rule${rules.length === 1 ? '' : 's'} read again.`;
    } catch (error) {
      return `${errorMessage(error)} The rules stay as they were.`;
    }
  }
}

const watchWith: WatchFolder = (folder, onChange) => {
  const watcher = watchFolder(folder, { persistent: false }, (_event, name) => {
    if (name === null || /\.jsonc?$/.test(basename(name))) onChange();
  });
  // The folder may go: its last rules hold.
  watcher.on('error', () => watcher.close());
  return { dispose: () => watcher.close() };
};
