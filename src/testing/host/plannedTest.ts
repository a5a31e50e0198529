import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import type { CasePlace, CaseProblem } from '../case';
import { fileName } from '../exports/junit';
import { type CasePlan, type PlannedCase, variantLabel } from '../plan';
import { addressOf, planFile, type TestFiles } from '../planFile';
import { readPromptTests } from '../promptTests';
import { RETRIEVAL_ENDING } from '../retrieval/retrievalFile';
import {
  type RequestedFile,
  requestPart,
  requestWhole,
  planRetrieval,
  type RetrievalPlan,
} from '../retrieval/runFiles';
import type { PlannedQuestion } from '../retrieval/runRetrieval';

type PlannedTest = { readonly kind: 'case'; readonly planned: PlannedCase } | QuestionTest;

export interface QuestionTest {
  readonly kind: 'question';
  readonly planned: PlannedQuestion;
  readonly plan: RetrievalPlan;
}

export interface TestGroup {
  readonly name: string;
  readonly place: CasePlace;
  readonly tags: readonly string[];
  readonly repeat: number;
  readonly size: number;
  readonly idAt: (index: number) => string;
  /** Returns a variant's label. Empty for retrieval tests without settings. */
  readonly labelAt: (index: number) => string;
  readonly testAt: (index: number) => PlannedTest;
}

interface TestsOptions {
  readonly files: TestFiles;
  /** Receives errors. Valid tests are planned anyway. */
  readonly onProblem: (problem: CaseProblem) => void;
}

/** Whether a file has tests or refers to test case files, which aren't read. Never throws for invalid content. */
export async function hasTests(uri: string, options: TestsOptions): Promise<boolean> {
  const { files, onProblem } = options;
  try {
    const text = await files.read(uri);
    if (uri.endsWith(RETRIEVAL_ENDING)) {
      const { questions = [] } = planRetrieval(text, uri, onProblem) ?? {};
      return questions.length > 0;
    }
    const tests = readPromptTests(text, uri);
    tests.problems.forEach(onProblem);
    for (const named of tests.casesFiles) await addressOf(uri, named, tests, options);
    return tests.cases.length + tests.casesFiles.length > 0;
  } catch (error) {
    reportUnread(uri, error, options);
    return false;
  }
}

/** Returns the tests of a file. Never throws for invalid content. */
export async function planTests(uri: string, options: TestsOptions): Promise<readonly TestGroup[]> {
  if (!uri.endsWith(RETRIEVAL_ENDING)) return (await planFile(uri, options)).map(caseGroup);
  const { files, onProblem } = options;
  try {
    const plan = planRetrieval(await files.read(uri), uri, onProblem);
    if (!plan) return [];
    const { planned } = requestWhole(plan);
    const groups = Map.groupBy(planned, ({ question }) => question);
    return [...groups.values()].map((variants) => questionGroup(variants, plan));
  } catch (error) {
    reportUnread(uri, error, options);
    return [];
  }
}

function reportUnread(uri: string, error: unknown, { onProblem }: TestsOptions): void {
  const message = l10n.t('Couldn’t read “{0}”: {1}', fileName(uri), errorMessage(error));
  onProblem({ uri, line: 1, column: 1, message });
}

function caseGroup(plan: CasePlan): TestGroup {
  const { place, size, case: one } = plan;
  const { name, tags = [], repeat = 1 } = one;
  return {
    name,
    place,
    tags,
    repeat,
    size,
    idAt: (index) => plan.idAt(index),
    labelAt: (index) => variantLabel(plan.variantAt(index)),
    testAt: (index) => ({ kind: 'case', planned: plan.plannedAt(index) }),
  };
}

function questionGroup(variants: readonly PlannedQuestion[], plan: RetrievalPlan): TestGroup {
  const at = (index: number): PlannedQuestion => {
    const found = variants[index];
    if (!found) throw new RangeError(`A question has no variant ${index}.`);
    return found;
  };
  const { name, place, tags = [] } = at(0).question;
  return {
    name,
    place,
    tags,
    repeat: 1,
    size: variants.length,
    idAt: (index) => at(index).id,
    labelAt: (index) => at(index).variant,
    testAt: (index) => ({ kind: 'question', planned: at(index), plan }),
  };
}

export interface TestPart {
  readonly uri: string;
  readonly cases: readonly PlannedCase[];
  readonly questions: readonly QuestionTest[];
}

/**
 * Groups the tests of a run by key, in order of first occurrence.
 * @param keyOf returns the key of a test file URI
 */
export function testParts(
  cases: readonly PlannedCase[],
  questions: readonly QuestionTest[],
  keyOf: (uri: string) => string | undefined,
): readonly TestPart[] {
  // Prompt versions may be in another folder, so this uses the URI of the test's own file.
  const casesBy = Map.groupBy(cases, ({ own }) => keyOf(own));
  const questionsBy = Map.groupBy(questions, ({ plan }) => keyOf(plan.uri));
  const keys = new Set([...casesBy.keys(), ...questionsBy.keys()]);
  return [...keys].map((key) => {
    const part = { cases: casesBy.get(key) ?? [], questions: questionsBy.get(key) ?? [] };
    return { ...part, uri: part.cases[0]?.own ?? part.questions[0]?.plan.uri ?? '' };
  });
}

export function requestedFiles(tests: readonly QuestionTest[]): readonly RequestedFile[] {
  return [...Map.groupBy(tests, ({ plan }) => plan)].map(([plan, own]) =>
    requestPart(
      plan,
      own.map(({ planned }) => planned),
    ),
  );
}
