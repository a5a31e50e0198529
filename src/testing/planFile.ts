import * as l10n from '@vscode/l10n';
import { errorMessage } from '../base/errors';
import { Yielder } from '../base/yielder';
import type { CaseProblem, FoundCase, RelativePath } from './case';
import { CellCount, type NamedFile, type PromptTests, readPromptTests } from './promptTests';
import {
  type CasePlan,
  type PlannedCase,
  type PlanOptions,
  PromptPlan,
  type PromptSource,
  type Versions,
} from './plan';
import { CASES_ENDINGS, readCases, unreadText } from './readCases';

/** Files by URI. An interface, because VS Code and the CLI implement it differently. */
export interface TestFiles {
  /** Throws if unreadable. */
  read(uri: string): Promise<string>;
  /** Returns the file's bytes in chunks. Throws if unreadable. */
  open(uri: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Resolves a relative path. Undefined if tests may not access the file. */
  resolve(from: string, path: RelativePath): Promise<string | undefined>;
}

export interface PlanFileOptions extends PlanOptions {
  readonly files: TestFiles;
  /** Receives up to `MAX_PROBLEMS` errors. Valid test cases are planned anyway. */
  readonly onProblem: (problem: CaseProblem) => void;
  readonly signal?: AbortSignal;
}

/** Maximum per file. A table in a wrong format may have one per line. */
export const MAX_PROBLEMS = 1000;

/**
 * Plans the test cases of a prompt file and its test case files. Empty if there are too many requests. Never throws for
 * invalid content.
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
  // Keeps the window responsive with 10,000 test cases.
  const turns = new Yielder();
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
    await turns.yieldIfDue();
  }
  return planned;
}

export function* cellsOf(plans: Iterable<CasePlan>): Generator<PlannedCase> {
  for (const plan of plans) yield* plan.planned();
}

function limited(onProblem: PlanFileOptions['onProblem']): PlanFileOptions['onProblem'] {
  let count = 0;
  return (problem) => {
    count += 1;
    if (count < MAX_PROBLEMS) onProblem(problem);
    else if (count === MAX_PROBLEMS) {
      onProblem({ ...problem, message: l10n.t('Additional problems in this file aren’t listed.') });
    }
  };
}

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
    onProblem(problemAt(at, l10n.t('“{0}” must end with one of these: {1}.', path, endings)));
    return;
  }
  const source = { uri, read: (until?: AbortSignal) => files.open(uri, until) };
  try {
    yield* readCases(source, { onProblem, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
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

/** Returns the URI of a referenced file. Undefined, with a problem, if tests may not access it. */
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
