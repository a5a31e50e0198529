import { existsSync, readdirSync, statSync, watch as watchFolder } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Debouncer } from '../../base/async';
import { type Clock, systemClock } from '../../base/clock';
import { AppError, errorMessage } from '../../base/errors';
import { MOCKS_SUFFIX, OLD_MOCKS_SUFFIX } from '../../base/mockFiles';
import { readPlainFileSync } from '../../platform/safeFiles';
import type { LoadedRule, SharedRules } from './mockRegistry';
import { FAIL } from './parts';
import { type Problem, problemText } from './problems';
import { type ReadOptions, readRules } from './read';

export { type LoadedRule, problemText };

/** Time in ms within which file changes are handled as one. */
const SETTLE = 50;

type WatchFolder = (
  folder: string,
  onChange: () => void,
  isNamedSo: (name: string) => boolean,
) => Watching;

interface Watching {
  readonly dispose: () => void;
}

interface FileOptions extends Pick<ReadOptions, 'faultProblem'> {
  readonly tell: (line: string) => void;
  readonly mayCome?: boolean;
  readonly watch?: WatchFolder;
  readonly clock?: Clock;
}

/**
 * Returns the files for paths: a file itself, or the mock files in a folder.
 * @throws AppError if a path doesn't exist.
 */
export function findMockFiles(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder === undefined)
      throw new AppError('badOption', `The file or folder ${path} doesn’t exist.`);
    return isFolder ? mocksIn(path) : [path];
  });
}

function mocksIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(
    (name) => name.endsWith(MOCKS_SUFFIX) || name.endsWith(OLD_MOCKS_SUFFIX),
  );
  return names.sort().map((name) => join(folder, name));
}

/**
 * Reads mock files in order. Never throws: read errors are returned as problems.
 * @param nameOf returns the file name for labels and problems
 */
export function readMockFiles(
  files: readonly string[],
  faultProblem: ReadOptions['faultProblem'],
  nameOf: (file: string) => string = (file) => relative('', file) || file,
): {
  readonly rules: readonly LoadedRule[];
  readonly problems: readonly Problem[];
} {
  const read = files.map((file) => {
    const name = nameOf(file);
    if (file.endsWith(OLD_MOCKS_SUFFIX)) {
      const renamed = `${basename(file, OLD_MOCKS_SUFFIX)}${MOCKS_SUFFIX}`;
      const message = `Mock files are now called *${MOCKS_SUFFIX}. Rename the file to ${renamed}.`;
      const at = { line: 1, column: 1, length: 0, path: '' };
      return { rules: [], problems: [{ file: name, ...at, message }] };
    }
    try {
      const place = { file: name, folder: dirname(resolve(file)), faultProblem };
      return readRules(readPlainFileSync(file).toString('utf8'), place);
    } catch (error) {
      const at = { line: 1, column: 1, length: 0, path: '' };
      // Deeply nested JSON overflows the stack of the parser.
      const message =
        error instanceof RangeError ? 'The file is nested too deeply.' : errorMessage(error);
      const problem = { file: name, ...at, message };
      return { rules: [], problems: [problem] };
    }
  });
  return {
    rules: read.flatMap(({ rules }) => rules),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** Mocks from files, reloaded on change. If any file has a problem, all previous mocks stay active. */
export class MockFiles implements SharedRules {
  readonly #paths: readonly string[];
  readonly #tell: (line: string) => void;
  readonly #faultProblem: ReadOptions['faultProblem'];
  readonly #used = new Set<string>();
  readonly #settled: Debouncer;
  readonly #watch: WatchFolder;
  readonly #watching = new Map<string, Watching>();
  readonly #coming: readonly Watching[];
  readonly #mayCome: boolean;
  #rules: readonly LoadedRule[];
  #told = '';
  #misses = 0;

  /** @throws AppError with a line for each problem. */
  constructor(
    paths: readonly string[],
    { tell, faultProblem, mayCome = false, watch = watchWith, clock = systemClock }: FileOptions,
  ) {
    this.#paths = paths;
    this.#tell = tell;
    this.#faultProblem = faultProblem;
    this.#mayCome = mayCome;
    this.#watch = watch;
    const { rules, problems } = readMockFiles(this.#files(), faultProblem);
    if (problems.length > 0) {
      throw new AppError('badOption', problems.map(problemText).join('\n'));
    }
    this.#rules = rules;
    this.#settled = new Debouncer(clock, SETTLE, () => this.#readAgain());
    const isFile = (path: string): boolean => existsSync(path) && !statSync(path).isDirectory();
    const folders = paths.map((path) => (isFile(path) ? dirname(resolve(path)) : path));
    for (const folder of new Set(folders)) this.#watchFolder(folder);
    this.#coming = mayCome ? paths.map((path) => this.#watchComing(path)) : [];
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

  get misses(): number {
    return this.#misses;
  }

  onProblem(text: string): void {
    this.#tell(text);
  }

  /** Returns the mocks that no emulator session has used, except mocks that only fail. */
  unused(): readonly LoadedRule[] {
    return this.#rules.filter(({ key, rule }) => !this.#used.has(key) && rule.response !== FAIL);
  }

  dispose(): void {
    this.#settled.dispose();
    for (const one of [...this.#coming, ...this.#watching.values()]) one.dispose();
    this.#watching.clear();
  }

  #files(): readonly string[] {
    return findMockFiles(this.#paths.filter((path) => !this.#mayCome || existsSync(path)));
  }

  #watchFolder(folder: string): void {
    this.#watching.get(folder)?.dispose();
    this.#watching.delete(folder);
    if (!existsSync(folder)) return;
    const isJson = (name: string): boolean => /\.jsonc?$/.test(name);
    this.#watching.set(
      folder,
      this.#watched(folder, () => this.#settled.trigger(), isJson),
    );
  }

  /** The OS limits the number of watchers. Without a watcher, mocks still work but aren't reloaded. */
  #watched(...asked: Parameters<WatchFolder>): Watching {
    try {
      return this.#watch(...asked);
    } catch (error) {
      this.#tell(`Couldn’t watch ${asked[0]} for changes: ${errorMessage(error)}.`);
      return { dispose: () => undefined };
    }
  }

  #watchComing(folder: string): Watching {
    const onChange = (): void => {
      this.#watchFolder(folder);
      this.#settled.trigger();
    };
    return this.#watched(dirname(folder), onChange, (name) => name === basename(folder));
  }

  #readAgain(): void {
    const text = this.#read();
    if (text !== '' && text !== this.#told) this.#tell(text);
    this.#told = text;
  }

  #read(): string {
    try {
      const { rules, problems } = readMockFiles(this.#files(), this.#faultProblem);
      if (problems.length > 0) {
        return [...problems.map(problemText), 'The mocks stay as they were.'].join('\n');
      }
      const keys = (all: readonly LoadedRule[]): string => all.map(({ key }) => key).join();
      const isSame = keys(rules) === keys(this.#rules);
      this.#rules = rules;
      return isSame ? '' : `${rules.length} mock${rules.length === 1 ? '' : 's'} loaded again.`;
    } catch (error) {
      return `${errorMessage(error)} The mocks stay as they were.`;
    }
  }
}

const watchWith: WatchFolder = (folder, onChange, isNamedSo) => {
  const watcher = watchFolder(folder, { persistent: false }, (_event, name) => {
    if (name === null || isNamedSo(basename(name))) onChange();
  });
  watcher.on('error', () => watcher.close());
  return { dispose: () => watcher.close() };
};
