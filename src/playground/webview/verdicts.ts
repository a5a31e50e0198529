import * as l10n from '@vscode/l10n';
import {
  DEFAULT_MODE,
  type Fix,
  type ModelTurn,
  type TurnResult,
  type FinishStatus,
} from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import { hasAnswer } from '../../conversation/model/turns';
import type { Format } from './format';

type Tone = 'quiet' | 'warning' | 'error';

interface VerdictRow {
  readonly icon:
    | 'check'
    | 'warning'
    | 'circle-slash'
    | 'error'
    | 'stop-circle'
    | 'debug-disconnect'
    | 'question';
  readonly text: (reason: string) => string;
  readonly tone: Tone;
  readonly fixes: readonly Fix[];
}

const GO_ON: readonly Fix[] = ['continue', 'retry'];

export const VERDICT_ROWS: { readonly [V in FinishStatus]: VerdictRow } = {
  complete: { icon: 'check', text: () => l10n.t('Complete'), tone: 'quiet', fixes: [] },
  maxTokens: {
    icon: 'warning',
    text: () => l10n.t('Truncated by the token limit'),
    tone: 'warning',
    fixes: GO_ON,
  },
  blocked: {
    icon: 'circle-slash',
    text: (reason) => l10n.t('Response blocked: {0}', reason),
    tone: 'error',
    fixes: ['retry'],
  },
  promptBlocked: {
    icon: 'circle-slash',
    text: (reason) => l10n.t('Prompt blocked: {0}', reason),
    tone: 'error',
    fixes: [],
  },
  accountLimited: {
    icon: 'circle-slash',
    text: () => l10n.t('Google restricted this account for prohibited use'),
    tone: 'error',
    fixes: [],
  },
  recitation: {
    icon: 'circle-slash',
    text: () => l10n.t('Stopped for possible recitation of copyrighted text'),
    tone: 'warning',
    fixes: ['retry'],
  },
  lost: {
    icon: 'debug-disconnect',
    text: () => l10n.t('Connection lost. The partial response was saved.'),
    tone: 'error',
    fixes: GO_ON,
  },
  stalled: {
    icon: 'debug-disconnect',
    text: () => l10n.t('The response stalled. The partial response was saved.'),
    tone: 'error',
    fixes: GO_ON,
  },
  malformed: {
    icon: 'error',
    text: () => l10n.t('The response isn’t valid. The partial response was saved.'),
    tone: 'error',
    fixes: GO_ON,
  },
  serviceFailed: {
    icon: 'error',
    text: () => l10n.t('Interrupted by a server error. The partial response was saved.'),
    tone: 'error',
    fixes: GO_ON,
  },
  stopped: {
    icon: 'stop-circle',
    text: () => l10n.t('Stopped by you'),
    tone: 'quiet',
    fixes: GO_ON,
  },
  interrupted: {
    icon: 'circle-slash',
    text: () => l10n.t('Interrupted'),
    tone: 'warning',
    fixes: GO_ON,
  },
  unfinished: {
    icon: 'question',
    text: () => l10n.t('Ended without a finish reason'),
    tone: 'warning',
    fixes: ['retry'],
  },
  other: {
    icon: 'warning',
    text: (reason) => l10n.t('Stopped by the API: {0}', reason),
    tone: 'warning',
    fixes: ['retry'],
  },
  failed: { icon: 'error', text: () => l10n.t('Failed'), tone: 'error', fixes: [] },
};

const REASONS: ReadonlyMap<string, () => string> = new Map([
  ['SAFETY', () => l10n.t('safety')],
  ['BLOCKLIST', () => l10n.t('blocked terms')],
  ['PROHIBITED_CONTENT', () => l10n.t('prohibited content')],
  ['SPII', () => l10n.t('sensitive personal information')],
  ['IMAGE_SAFETY', () => l10n.t('image safety')],
  ['IMAGE_PROHIBITED_CONTENT', () => l10n.t('prohibited image content')],
  ['OTHER', () => l10n.t('other reason')],
  ['LANGUAGE', () => l10n.t('unsupported language')],
  ['MALFORMED_FUNCTION_CALL', () => l10n.t('malformed function call')],
]);

export function verdictText(outcome: TurnResult): string {
  const reason = outcome.verdict === 'promptBlocked' ? outcome.blockReason : outcome.finishReason;
  const words = reason === undefined ? undefined : (REASONS.get(reason)?.() ?? reason);
  const shown = [words, outcome.finishMessage].filter(Boolean).join(', ');
  return VERDICT_ROWS[outcome.verdict].text(shown || l10n.t('no reason given'));
}

/** Returns a response's buttons: fixes for its failure or status, except duplicates and impossible fixes. */
export function fixesOf(outcome: TurnResult, canContinue = true): readonly Fix[] {
  const own = outcome.failure?.fixes ?? [];
  const fixes = own.length > 0 ? own : VERDICT_ROWS[outcome.verdict].fixes;
  return [...new Set(fixes)].filter((fix) => fix !== 'continue' || canContinue);
}

export function canContinue({ content, mode }: ModelTurn): boolean {
  const { isChat = false, hasSteps } = MODES[mode ?? DEFAULT_MODE];
  return isChat && !hasSteps && hasAnswer(content.parts ?? []);
}

export function plainCategory(category: string): string {
  const words = category.replace(/^HARM_CATEGORY_/, '');
  if (!/^[A-Z_]+$/.test(words)) return category;
  const lower = words.replaceAll('_', ' ').toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

export function tokenFlow(
  usage: NonNullable<TurnResult['usage']>,
  format: Pick<Format, 'count'>,
): string {
  const { promptTokenCount: prompt = 0, candidatesTokenCount: answer = 0 } = usage;
  const [sent, received] = [format.count(prompt), format.count(answer)];
  return answer === 1
    ? l10n.t('{0} → {1} token', sent, received)
    : l10n.t('{0} → {1} tokens', sent, received);
}
