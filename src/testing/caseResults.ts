import { turnPrices } from '../conversation/request/modelFacts';
import { answerText, turnText } from '../conversation/model/turns';
import type { CompletedPrompt } from './askModel';
import type { CheckVerdict, Subject } from './checks/row';
import { firstDifference } from './checks/text';
import type { PlannedCase } from './plan';
import {
  type AnswerGroup,
  type AttemptResult,
  type CaseResult,
  caseVerdict,
  type CheckResult,
  type Spent,
} from './result';

const ORDER: readonly CheckVerdict[] = ['fail', 'notMeasured', 'inconclusive'];

export function checksVerdict(results: readonly CheckResult[]): CheckVerdict {
  if (results.length === 0) return 'notMeasured';
  return ORDER.find((one) => results.some(({ verdict }) => verdict === one)) ?? 'pass';
}

export function checkSubject(
  { variables, place, case: one }: PlannedCase,
  asked: CompletedPrompt,
  now: number,
): Subject {
  const { answers, conversation, request } = asked;
  const [first] = answers;
  const answer = answers.at(-1);
  if (!first || !answer) throw new Error('There is no response.');
  const asking = conversation.turns.slice(0, conversation.turns.indexOf(first));
  const { tokens, price } = attemptCost(asked, now);
  const question = asking.findLast((turn) => turn.role === 'user');
  return {
    answer,
    variables,
    tokens,
    price,
    text: answerText(answer.content.parts ?? []),
    turns: answers,
    calls: answers.flatMap(({ content }) =>
      (content.parts ?? []).flatMap(({ functionCall }) => functionCall ?? []),
    ),
    request: request.input.body,
    firstTokenMs: first.outcome?.firstTokenMs,
    durationMs: answers.reduce((sum, { outcome }) => sum + (outcome?.durationMs ?? 0), 0),
    question: question ? turnText(question) : '',
    asking: question,
    checks: one.expect,
    uri: place.uri,
  };
}

export function attemptFacts(
  { answer, text, calls, firstTokenMs, durationMs, tokens, price }: Subject,
  { request, version }: CompletedPrompt,
): Omit<AttemptResult, 'repeat' | 'startedAt' | 'checks' | 'verdict'> {
  const { finishReason, blockReason, usage } = answer.outcome ?? {};
  return {
    operation: request.operation,
    version,
    request: request.input.body,
    text,
    durationMs,
    parts: answer.content.parts ?? [],
    ...(answer.answer && { answer: answer.answer }),
    ...(calls.length > 0 && { calls }),
    ...(finishReason !== undefined && { finishReason }),
    ...(blockReason !== undefined && { blockReason }),
    ...(usage && { usage }),
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(tokens !== undefined && { tokens }),
    ...(price !== undefined && { price }),
  };
}

export function attemptCost({ answers }: CompletedPrompt, now: number): Spent {
  const counts = answers.map(({ outcome }) => outcome?.usage?.totalTokenCount);
  const { estimates = {} } = turnPrices(answers, now) ?? {};
  const prices = answers.map(({ id }) => estimates[id]?.total);
  const [tokens, price] = [sumOf(counts), sumOf(prices)];
  return { ...(tokens !== undefined && { tokens }), ...(price !== undefined && { price }) };
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

export function caseResult(planned: PlannedCase, attempts: readonly AttemptResult[]): CaseResult {
  const { id, place, case: one, variant, source } = planned;
  const { name, tags = [], passAt = 1 } = one;
  const count = (verdict: CheckVerdict): number =>
    attempts.filter((attempt) => attempt.verdict === verdict).length;
  const counts = {
    passed: count('pass'),
    failed: count('fail'),
    notMeasured: count('notMeasured'),
    ...(count('inconclusive') > 0 && { inconclusive: count('inconclusive') }),
  };
  const tokens = sumOf(attempts.map((attempt) => attempt.tokens));
  const price = sumOf(attempts.map((attempt) => attempt.price));
  return {
    id,
    place,
    name,
    tags,
    variant,
    case: one,
    prompt: source.uri,
    passAt,
    attempts,
    ...counts,
    verdict: caseVerdict(counts, passAt),
    isFlaky: counts.passed > 0 && counts.failed > 0,
    groups: groupAnswers(attempts),
    ...(tokens !== undefined && { tokens }),
    ...(price !== undefined && { price }),
  };
}

/** Groups repeats with equal text, calls, and finish reason. Errored repeats are grouped by error. */
function groupAnswers(attempts: readonly AttemptResult[]): readonly AnswerGroup[] {
  const groups = [...Map.groupBy(attempts, sameAs).values()].sort((a, b) => b.length - a.length);
  const [first] = groups[0] ?? [];
  return groups.flatMap((group) => {
    const [one] = group;
    if (!one || !first) return [];
    return [
      {
        repeats: group.map(({ repeat }) => repeat),
        verdict: one.verdict,
        ...(one !== first && { differsAt: firstDifference(first.text, one.text) }),
      },
    ];
  });
}

function sameAs({ text, calls = [], finishReason, problem, verdict }: AttemptResult): string {
  // Ignores call IDs, which are random.
  const asked = calls.map(({ name, args }) => [name, args ?? {}]);
  return JSON.stringify([problem ?? '', verdict, text.trim(), asked, finishReason ?? '']);
}
