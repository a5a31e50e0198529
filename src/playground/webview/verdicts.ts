import {
  DEFAULT_MODE,
  type Fix,
  type ModelTurn,
  type Outcome,
  type Verdict,
} from '../conversation';
import { MODES } from '../modes';
import type { StringKey, Strings } from '../strings';
import { hasAnswer } from '../turns';
import { fill, type Format } from './format';

export type Tone = 'quiet' | 'warning' | 'error';

export interface VerdictRow {
  readonly icon:
    | 'check'
    | 'warning'
    | 'circle-slash'
    | 'error'
    | 'stop-circle'
    | 'debug-disconnect'
    | 'question';
  readonly text: StringKey;
  readonly tone: Tone;
  /** Buttons that it offers by itself, on the last answer only. */
  readonly fixes: readonly Fix[];
}

/** Of an answer that is not all there. */
const GO_ON: readonly Fix[] = ['continue', 'retry'];

/** How each end of an answer looks; the words are in the strings under the same key. */
export const VERDICT_ROWS: { readonly [V in Verdict]: VerdictRow } = {
  complete: { icon: 'check', text: 'complete', tone: 'quiet', fixes: [] },
  maxTokens: { icon: 'warning', text: 'maxTokens', tone: 'warning', fixes: GO_ON },
  blocked: { icon: 'circle-slash', text: 'blocked', tone: 'error', fixes: ['retry'] },
  promptBlocked: { icon: 'circle-slash', text: 'promptBlocked', tone: 'error', fixes: [] },
  recitation: { icon: 'circle-slash', text: 'recitation', tone: 'warning', fixes: ['retry'] },
  lost: { icon: 'debug-disconnect', text: 'lost', tone: 'error', fixes: GO_ON },
  stalled: { icon: 'debug-disconnect', text: 'stalled', tone: 'error', fixes: GO_ON },
  serviceFailed: { icon: 'error', text: 'serviceFailed', tone: 'error', fixes: GO_ON },
  stopped: { icon: 'stop-circle', text: 'stopped', tone: 'quiet', fixes: GO_ON },
  interrupted: { icon: 'circle-slash', text: 'interrupted', tone: 'warning', fixes: GO_ON },
  unfinished: { icon: 'question', text: 'unfinished', tone: 'warning', fixes: ['retry'] },
  other: { icon: 'warning', text: 'other', tone: 'warning', fixes: ['retry'] },
  failed: { icon: 'error', text: 'failed', tone: 'error', fixes: [] },
};

/** The verdict in words, with the service's own reason where the words have a place for it. */
export function verdictText(outcome: Outcome, strings: Strings): string {
  const reason = outcome.verdict === 'promptBlocked' ? outcome.blockReason : outcome.finishReason;
  const shown = [reason, outcome.finishMessage].filter(Boolean).join(', ');
  return fill(strings[VERDICT_ROWS[outcome.verdict].text], shown || strings.unknownReason);
}

/** The buttons under an answer: its failure's own, or those of its verdict; none twice, none for what can't be done. */
export function fixesOf(outcome: Outcome, canContinue = true): readonly Fix[] {
  const own = outcome.failure?.fixes ?? [];
  const fixes = own.length > 0 ? own : VERDICT_ROWS[outcome.verdict].fixes;
  return [...new Set(fixes)].filter((fix) => fix !== 'continue' || canContinue);
}

/** Whether there is something to go on from, in a mode that can. */
export function canContinue({ content, mode }: ModelTurn): boolean {
  return (MODES[mode ?? DEFAULT_MODE].isChat ?? false) && hasAnswer(content.parts ?? []);
}

/** `HARM_CATEGORY_HATE_SPEECH` → `Hate speech`; words we don't know stay as the service wrote them. */
export function plainCategory(category: string): string {
  const words = category.replace(/^HARM_CATEGORY_/, '');
  if (!/^[A-Z_]+$/.test(words)) return category;
  const lower = words.replaceAll('_', ' ').toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

interface TextContext {
  readonly strings: Pick<Strings, 'tokenFlowOne' | 'tokenFlowMany'>;
  readonly format: Pick<Format, 'count'>;
}

/** What an answer took: `12 → 1 token`. */
export function tokenFlow(
  { promptTokenCount: prompt = 0, candidatesTokenCount: answer = 0 }: NonNullable<Outcome['usage']>,
  { strings, format }: TextContext,
): string {
  const flow = answer === 1 ? strings.tokenFlowOne : strings.tokenFlowMany;
  return fill(flow, format.count(prompt), format.count(answer));
}
