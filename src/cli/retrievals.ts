import { AppError } from '../base/errors';
import type { CaseProblem } from '../testing/case';
import { planRetrieval, type RetrievalPlan } from '../testing/retrieval/runFiles';

export interface ReadOptions {
  readonly read: (uri: string) => Promise<string>;
  /** Only questions with one of these; all where there is none. */
  readonly tags: readonly string[];
  readonly onProblem: (problem: CaseProblem) => void;
}

/** Reads files of retrieval questions; what can't be read is told, and the rest is there. */
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

/** Throws `AppError` where questions are asked of a model for a price that nobody counts here. */
export function requireTokens(
  plans: readonly RetrievalPlan[],
  budget: { readonly tokens?: number } | undefined,
): void {
  const paid = plans.find(({ head: { source } }) => 'model' in source);
  if (!paid || !budget || budget.tokens !== undefined) return;
  throw new AppError('badOption', 'The budget of retrieval tests must include tokens.', {
    hint: 'Add tokens to --budget, for example --budget 20000,$0.50.',
  });
}
