import { AppError } from '../base/errors';
import type { CaseProblem } from '../testing/case';
import { planRetrieval, type RetrievalPlan } from '../testing/retrieval/runFiles';

interface ReadOptions {
  readonly read: (uri: string) => Promise<string>;
  /** Only tests with one of these tags; all tests if empty. */
  readonly tags: readonly string[];
  readonly onProblem: (problem: CaseProblem) => void;
}

export async function readRetrievals(
  uris: readonly string[],
  { read, tags, onProblem }: ReadOptions,
): Promise<readonly RetrievalPlan[]> {
  const plans: RetrievalPlan[] = [];
  for (const uri of uris) {
    const plan = planRetrieval(await read(uri), uri, onProblem);
    if (!plan) continue;
    const questions = plan.questions.filter(
      (one) => tags.length === 0 || one.tags?.some((tag) => tags.includes(tag)) === true,
    );
    plans.push({ ...plan, questions });
  }
  return plans;
}

/** Throws `AppError` if a paid model would be used without a token limit. */
export function requireTokens(
  plans: readonly RetrievalPlan[],
  budget: { readonly tokens?: number } | undefined,
): void {
  const paid = plans.find(({ head: { source } }) => 'model' in source);
  if (!paid || !budget || budget.tokens !== undefined) return;
  throw new AppError('badOption', 'The budget for retrieval tests must include a token limit.', {
    hint: 'Add a token limit to --budget, for example --budget 20000,$0.50.',
  });
}
