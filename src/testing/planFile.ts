import { errorMessage } from '../base/errors';
import type { Translate } from '../base/format';
import type { CaseProblem, FoundCase, RelativePath } from './case';
import { planCases, type PlannedCase, type PlanOptions, type PromptSource } from './plan';
import { type PromptTests, readPromptTests } from './promptTests';
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
  readonly l10n: Translate;
  /** Told of all that could not be read; the rest is planned. */
  readonly onProblem: (problem: CaseProblem) => void;
  readonly signal?: AbortSignal;
}

/** The cases of a prompt file and of the files that it names, as they are read. Never throws for what is in a file. */
export async function* planFile(
  uri: string,
  options: PlanFileOptions,
): AsyncGenerator<PlannedCase> {
  const own = await readTests(uri, options);
  const { prompt, matrix } = own;
  if (!prompt) return;
  const others: PromptSource[] = [];
  for (const path of matrix?.prompts ?? []) {
    const address = await namedFile(uri, path, options);
    const version = address === undefined ? undefined : (await readTests(address, options)).prompt;
    if (address !== undefined && version) others.push({ uri: address, prompt: version });
  }
  yield* planCases([{ uri, prompt }, ...others], matrix, foundCases(uri, own, options), options);
}

async function* foundCases(
  uri: string,
  { cases, casesFiles }: PromptTests,
  options: PlanFileOptions,
): AsyncGenerator<FoundCase> {
  yield* cases;
  for (const path of casesFiles) yield* casesOf(uri, path, options);
}

async function* casesOf(
  uri: string,
  path: RelativePath,
  options: PlanFileOptions,
): AsyncGenerator<FoundCase> {
  const { files, l10n, onProblem, signal } = options;
  if (!CASES_ENDINGS.some((ending) => path.endsWith(ending))) {
    const endings = CASES_ENDINGS.join(', ');
    problem(uri, options, l10n.t('The name of “{0}” does not end with one of {1}.', path, endings));
    return;
  }
  const address = await namedFile(uri, path, options);
  if (address === undefined) return;
  const source = { uri: address, read: (until?: AbortSignal) => files.open(address, until) };
  try {
    yield* readCases(source, { l10n, onProblem, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    // It is no line of that file that is wrong.
    problem(uri, options, unreadText(path, error, l10n));
  }
}

async function readTests(uri: string, options: PlanFileOptions): Promise<PromptTests> {
  const { files, l10n, onProblem } = options;
  try {
    const tests = readPromptTests(await files.read(uri), uri, l10n);
    for (const one of tests.problems) onProblem(one);
    return tests;
  } catch (error) {
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    problem(uri, options, l10n.t('“{0}” could not be read: {1}', name, errorMessage(error)));
    return { cases: [], casesFiles: [], problems: [] };
  }
}

async function namedFile(
  uri: string,
  path: RelativePath,
  options: PlanFileOptions,
): Promise<string | undefined> {
  const { files, l10n } = options;
  try {
    const address = await files.resolve(uri, path);
    if (address === undefined)
      problem(uri, options, l10n.t('“{0}” is outside of the workspace.', path));
    return address;
  } catch (error) {
    problem(uri, options, l10n.t('“{0}” could not be read: {1}', path, errorMessage(error)));
    return undefined;
  }
}

function problem(uri: string, { onProblem }: PlanFileOptions, message: string): void {
  onProblem({ uri, line: 1, column: 1, message });
}
