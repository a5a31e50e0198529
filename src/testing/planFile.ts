import * as l10n from '@vscode/l10n';
import { errorMessage } from '../base/errors';
import { Turns } from '../base/turns';
import type { CaseProblem, FoundCase, RelativePath } from './case';
import { CellCount } from './cellCount';
import {
  type CasePlan,
  type PlannedCase,
  type PlanOptions,
  PromptPlan,
  type PromptSource,
  type Versions,
} from './plan';
import { type NamedFile, type PromptTests, readPromptTests } from './promptTests';
import { CASES_ENDINGS, readCases, unreadText } from './readCases';

/** The files of tests, by their addresses. An interface: VS Code and the command line have their own. */
export interface TestFiles {
  /** Throws where it can't be read. */
  read(uri: string): Promise<string>;
  /** The bytes of a file, piece by piece. Throws where it can't be read. */
  open(uri: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** The file that a path names from the folder of another one; undefined where tests may not reach it. */
  resolve(from: string, path: RelativePath): Promise<string | undefined>;
}

export interface PlanFileOptions extends PlanOptions {
  readonly files: TestFiles;
  /** Told of all that could not be read, up to `MOST_PROBLEMS`; the rest is planned. */
  readonly onProblem: (problem: CaseProblem) => void;
  readonly signal?: AbortSignal;
}

/** Of one file: a table of another kind has one in each line. */
export const MOST_PROBLEMS = 1000;

/**
 * The cases of a prompt file and of the files that it names; none where they make more requests than a file may. Never
 * throws for what is in a file.
 */
export async function planFile(
  uri: string,
  { onProblem, ...given }: PlanFileOptions,
): Promise<readonly CasePlan[]> {
  const options = { ...given, onProblem: limited(onProblem) };
  const own = await readTests(uri, options);
  const { prompt, matrix, problemAt } = own;
  if (!prompt) return [];
  const versions = await versionsOf({ uri, prompt }, own, options);
  const plan = new PromptPlan(versions, matrix, options);
  const count = new CellCount(matrix, versions.length, options.models);
  const planned: CasePlan[] = [];
  // A window with ten thousand cases stays alive.
  const turns = new Turns();
  for await (const { at, ...found } of foundCases(uri, own, options)) {
    const one = plan.add(found);
    if (!one) continue;
    count.add(one.case, at);
    if (count.isTooMany) {
      const { at: place, message } = count.problem();
      options.onProblem(problemAt(place, message));
      return [];
    }
    planned.push(one);
    await turns.next();
  }
  return planned;
}

/** The requests that cases make, one at a time. */
export function* cellsOf(plans: Iterable<CasePlan>): Generator<PlannedCase> {
  for (const plan of plans) yield* plan.planned();
}

function limited(onProblem: PlanFileOptions['onProblem']): PlanFileOptions['onProblem'] {
  let count = 0;
  return (problem) => {
    count += 1;
    if (count < MOST_PROBLEMS) onProblem(problem);
    else if (count === MOST_PROBLEMS) {
      onProblem({ ...problem, message: l10n.t('Additional problems in this file aren’t listed.') });
    }
  };
}

/** The file itself and the other versions that its matrix names, each once. */
async function versionsOf(
  own: PromptSource,
  tests: PromptTests,
  options: PlanFileOptions,
): Promise<Versions> {
  const { files, onProblem } = options;
  const others = new Map<string, PromptSource>();
  const known = new Set([own.uri]);
  for (const [index, path] of (tests.matrix?.prompts ?? []).entries()) {
    const named: NamedFile = { path, at: ['matrix', 'prompts', index] };
    const address = await addressOf(own.uri, named, tests, options);
    if (address === undefined || known.has(address)) continue;
    known.add(address);
    try {
      const { prompt, problems } = readPromptTests(await files.read(address), address);
      problems.forEach(onProblem);
      if (prompt) others.set(address, { uri: address, prompt });
    } catch (error) {
      onProblem(tests.problemAt(named.at, unreadText(path, error)));
    }
  }
  return [own, ...others.values()];
}

async function* foundCases(
  uri: string,
  tests: PromptTests,
  options: PlanFileOptions,
): AsyncGenerator<FoundCase & Pick<NamedFile, 'at'>> {
  yield* tests.cases;
  const known = new Set<string>();
  for (const named of tests.casesFiles) {
    const address = await addressOf(uri, named, tests, options);
    if (address === undefined || known.has(address)) continue;
    known.add(address);
    for await (const found of casesOf(address, named, tests, options)) {
      yield { ...found, at: named.at };
    }
  }
}

async function* casesOf(
  uri: string,
  { path, at }: NamedFile,
  { problemAt }: PromptTests,
  { files, onProblem, signal }: PlanFileOptions,
): AsyncGenerator<FoundCase> {
  if (!CASES_ENDINGS.some((ending) => path.endsWith(ending))) {
    const endings = CASES_ENDINGS.join(', ');
    onProblem(
      problemAt(at, l10n.t('The name of “{0}” doesn’t end with one of {1}.', path, endings)),
    );
    return;
  }
  const source = { uri, read: (until?: AbortSignal) => files.open(uri, until) };
  try {
    yield* readCases(source, { onProblem, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    // It is no line of that file that is wrong.
    onProblem(problemAt(at, unreadText(path, error)));
  }
}

async function readTests(uri: string, options: PlanFileOptions): Promise<PromptTests> {
  const { files, onProblem } = options;
  try {
    const tests = readPromptTests(await files.read(uri), uri);
    for (const one of tests.problems) onProblem(one);
    return tests;
  } catch (error) {
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    const message = l10n.t('Couldn’t read “{0}”: {1}', name, errorMessage(error));
    const problemAt: PromptTests['problemAt'] = () => ({ uri, line: 1, column: 1, message });
    onProblem(problemAt([], message));
    return { cases: [], casesFiles: [], problems: [], problemAt };
  }
}

/** The address of a named file; undefined where tests may not reach it, which is a problem at its mention. */
export async function addressOf(
  uri: string,
  { path, at }: NamedFile,
  { problemAt }: Pick<PromptTests, 'problemAt'>,
  { files, onProblem }: Pick<PlanFileOptions, 'files' | 'onProblem'>,
): Promise<string | undefined> {
  try {
    const address = await files.resolve(uri, path);
    if (address !== undefined) return address;
    onProblem(problemAt(at, l10n.t('“{0}” is outside the workspace.', path)));
  } catch (error) {
    onProblem(problemAt(at, unreadText(path, error)));
  }
  return undefined;
}
