import * as l10n from '@vscode/l10n';
import { dollarsText, shownDuration } from '../../../base/format';
import { plainText } from '../../../platform/plainText';
import type { ModelTurn, FinishStatus } from '../../../conversation/model/conversation';
import { PROMPT_ENDING, promptFileName } from '../../../conversation/model/promptFile';
import type { Variables } from '../../../conversation/model/variables';
import { priceOf } from '../../../conversation/request/modelFacts';

/** Extension of result files, after the prompt's name. */
const RESULT_ENDING = '.result.json';

export function resultAddress(prompt: string): string {
  const stem = prompt.endsWith(PROMPT_ENDING) ? prompt.slice(0, -PROMPT_ENDING.length) : prompt;
  return `${stem}${RESULT_ENDING}`;
}

interface PromptRun {
  readonly uri: string;
  readonly sha256: string;
  readonly variables: Variables;
  /** In ms since 1970. */
  readonly at: number;
}

export function answerWords({ content }: ModelTurn): string {
  const said = (content.parts ?? []).filter(({ thought }) => !thought);
  return said.map(({ text = '' }) => text).join('');
}

export function formatResult(answer: ModelTurn, { uri, sha256, variables, at }: PromptRun): string {
  const { model, version, mode, sent, content, outcome, alternatives } = answer;
  const { schemaProblems, embeddings } = answer;
  const { failure, ...ending } = outcome ?? { verdict: 'unfinished', durationMs: 0 };
  const result = {
    format: 1,
    prompt: promptFileName(uri),
    promptSha256: sha256,
    ...{ model, version, mode },
    ranAt: new Date(at).toISOString(),
    variables,
    request: sent,
    answer: answerWords(answer),
    parts: content.parts ?? [],
    ...ending,
    // Token counts as reported by the API; times in ms.
    problem: failure?.message,
    ...{ schemaProblems, embeddings, alternatives },
  };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}

/**
 * Formats a finished response as a document: text, finish status, and cost.
 * @param now in ms since 1970
 */
export function runSummary(answer: ModelTurn, last: string, now: number): string {
  const { model, outcome, schemaProblems = [] } = answer;
  const words = answerWords(answer);
  const { verdict = 'unfinished', durationMs = 0, usage, failure } = outcome ?? {};
  const total = usage?.totalTokenCount;
  const price = priceOf(answer, now);
  const dollars = price && dollarsText(price.total);
  const facts = [
    verdictWords(verdict),
    plainText(model),
    shownDuration(durationMs),
    ...(total === undefined ? [] : [total === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', total)]),
    ...(dollars ? [l10n.t(dollars.message, ...dollars.args)] : []),
    last,
  ].join(' · ');
  const told = [failure?.message, failure?.hint, ...schemaProblems].filter(
    (one) => one !== undefined,
  );
  const body = words === '' && answer.embeddings ? vectors(answer.embeddings) : words;
  return [body, '---', ...told.map(plainText), facts].filter(Boolean).join('\n\n') + '\n';
}

function vectors(embeddings: NonNullable<ModelTurn['embeddings']>): string {
  const [first = []] = embeddings;
  return embeddings.length === 1
    ? l10n.t('1 vector with {0} dimensions', first.length)
    : l10n.t('{0} vectors with {1} dimensions', embeddings.length, first.length);
}

function verdictWords(verdict: FinishStatus): string {
  switch (verdict) {
    case 'complete':
      return l10n.t('Complete');
    case 'maxTokens':
      return l10n.t('Truncated at the token limit');
    case 'blocked':
      return l10n.t('The response was blocked');
    case 'promptBlocked':
      return l10n.t('The prompt was blocked');
    case 'accountLimited':
      return l10n.t('The account is restricted for prohibited use');
    case 'recitation':
      return l10n.t('Stopped because of recitation');
    case 'lost':
      return l10n.t('The connection was lost');
    case 'stalled':
      return l10n.t('The connection stalled');
    case 'malformed':
      return l10n.t('The response isn’t valid');
    case 'serviceFailed':
      return l10n.t('Interrupted by an API error');
    case 'interrupted':
      return l10n.t('Interrupted');
    case 'stopped':
      return l10n.t('Stopped');
    case 'failed':
      return l10n.t('Failed');
    case 'unfinished':
    case 'other':
      return l10n.t('Incomplete');
  }
}
