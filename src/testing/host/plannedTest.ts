import { errorMessage } from '../../base/errors';
import type { Translate } from '../../base/format';
import { Turns } from '../../base/turns';
import type { CasePlace, CaseProblem } from '../case';
import { fileName } from '../exports/junit';
import { type PlannedCase, variantLabel } from '../plan';
import { planFile, type TestFiles } from '../planFile';
import { RETRIEVAL_ENDING } from '../retrieval/retrievalFile';
import {
  type AskedFile,
  askedPart,
  askedWhole,
  planRetrieval,
  type RetrievalPlan,
} from '../retrieval/runFiles';
import type { PlannedQuestion } from '../retrieval/runRetrieval';

/** What a row of the Test Explorer runs: a case of a prompt, or a question of retrieval. */
export type PlannedTest = { readonly kind: 'case'; readonly planned: PlannedCase } | QuestionTest;

export interface QuestionTest {
  readonly kind: 'question';
  readonly planned: PlannedQuestion;
  /** Its file as it was read. */
  readonly plan: RetrievalPlan;
}

/** What is shown of a test, whatever it is. */
export interface TestFacts {
  readonly id: string;
  readonly name: string;
  readonly place: CasePlace;
  /** What it is called among others of the same name; empty where it is the only one. */
  readonly variant: string;
  readonly tags: readonly string[];
  readonly repeat: number;
}

export function factsOf({ kind, planned }: PlannedTest): TestFacts {
  const { id } = planned;
  if (kind === 'question') {
    const { name, place, tags = [] } = planned.question;
    return { id, name, place, tags, variant: planned.variant, repeat: 1 };
  }
  const { place, variant, case: one } = planned;
  const { name, tags = [], repeat = 1 } = one;
  return { id, name, place, tags, repeat, variant: variantLabel(variant) };
}

export interface PlanTestsOptions {
  readonly files: TestFiles;
  readonly l10n: Translate;
  /** Told of all that could not be read; the rest is there. */
  readonly onProblem: (problem: CaseProblem) => void;
}

/** The tests of a file, as they are read. Never throws for what is in a file. */
export async function* planTests(
  uri: string,
  options: PlanTestsOptions,
): AsyncGenerator<PlannedTest> {
  if (!uri.endsWith(RETRIEVAL_ENDING)) {
    const turns = new Turns();
    for await (const planned of planFile(uri, options)) {
      yield { kind: 'case', planned };
      await turns.next();
    }
    return;
  }
  const { files, l10n, onProblem } = options;
  try {
    const plan = planRetrieval(await files.read(uri), uri, l10n, onProblem);
    if (!plan) return;
    for (const planned of askedWhole(plan).planned) yield { kind: 'question', planned, plan };
  } catch (error) {
    const message = l10n.t('“{0}” could not be read: {1}', fileName(uri), errorMessage(error));
    onProblem({ uri, line: 1, column: 1, message });
  }
}

/** Tests of one run that are asked of the same client. */
export interface TestPart {
  /** Of one of their files. */
  readonly uri: string;
  readonly cases: readonly PlannedCase[];
  readonly questions: readonly QuestionTest[];
}

/**
 * The tests of a run by what they have in common, in the order of the first of each.
 * @param keyOf of the address of a prompt, or of a file with questions.
 */
export function testParts(
  cases: readonly PlannedCase[],
  questions: readonly QuestionTest[],
  keyOf: (uri: string) => string | undefined,
): readonly TestPart[] {
  // A version of a prompt may be elsewhere: its cases stand in the report of the file that names it.
  const casesBy = Map.groupBy(cases, ({ own }) => keyOf(own));
  const questionsBy = Map.groupBy(questions, ({ plan }) => keyOf(plan.uri));
  const keys = new Set([...casesBy.keys(), ...questionsBy.keys()]);
  return [...keys].map((key) => {
    const part = { cases: casesBy.get(key) ?? [], questions: questionsBy.get(key) ?? [] };
    return { ...part, uri: part.cases[0]?.own ?? part.questions[0]?.plan.uri ?? '' };
  });
}

/** Questions by their files. */
export function askedFiles(tests: readonly QuestionTest[]): readonly AskedFile[] {
  return [...Map.groupBy(tests, ({ plan }) => plan)].map(([plan, own]) =>
    askedPart(
      plan,
      own.map(({ planned }) => planned),
    ),
  );
}
