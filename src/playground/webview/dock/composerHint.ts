import * as l10n from '@vscode/l10n';
import { BYTES_PER_TOKEN } from '../../../base/tokens';
import { MAX_PROMPT } from '../../../conversation/model/conversation';
import { type DraftStore, utf8Length } from '../state/draft';
import type { Format } from '../format';
import type { SendBlocker } from '../state/reducer';

export interface ComposerHint {
  readonly text: string;
  readonly isWarning: boolean;
  readonly isTooLong: boolean;
  readonly blocker?: SendBlocker;
}

export interface HintFacts {
  readonly draft: DraftStore;
  readonly blocker: SendBlocker | undefined;
  readonly isRefused?: boolean;
  readonly because: string | undefined;
  readonly inputLimit: number | undefined;
  readonly format: Format;
}

/** Length from which the size is shown, in UTF-16 units. */
const LARGE_TEXT = 100_000;

/** Returns the line below the composer. Empty if nothing is missing or large. */
export function composerHint(facts: HintFacts): ComposerHint {
  const { draft, blocker, isRefused = false, because, inputLimit, format } = facts;
  const length = draft.length.value;
  const isTooLong = length > MAX_PROMPT;
  if (isTooLong) {
    const text = l10n.t('The message exceeds the maximum length ({0}).', format.bytes(MAX_PROMPT));
    return { text, isWarning: true, isTooLong };
  }
  if (isRefused && blocker === 'waitForAnswer') {
    const text = l10n.t('Wait for the response to finish, or press Escape to stop it.');
    return { text, isWarning: false, isTooLong };
  }
  const tokens = estimateTokens(length);
  const isOver = inputLimit !== undefined && tokens > inputLimit;
  if (length > LARGE_TEXT || isOver) {
    const size = format.bytes(bytesOf(draft));
    const count = format.count(tokens);
    const text =
      inputLimit === undefined
        ? l10n.t('{0}, about {1} tokens', size, count)
        : l10n.t('{0}, about {1} tokens (limit: {2})', size, count, format.count(inputLimit));
    return { text, isWarning: isOver, isTooLong };
  }
  if (blocker && blocker !== 'waitForAnswer') {
    return { text: blockerText(blocker), isWarning: false, isTooLong, blocker };
  }
  return { text: because ?? '', isWarning: false, isTooLong };
}

function bytesOf(draft: DraftStore): number {
  const beside = [...draft.held.value, ...draft.pieces.value];
  return beside.reduce((sum, { bytes }) => sum + bytes, utf8Length(draft.value.text));
}

export function estimateTokens(length: number): number {
  const tokens = length / BYTES_PER_TOKEN;
  if (tokens < 100) return Math.ceil(tokens);
  const unit = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / unit) * unit;
}

function blockerText(blocker: Exclude<SendBlocker, 'waitForAnswer'>): string {
  switch (blocker) {
    case 'needConnection':
      return l10n.t('Select a connection first.');
    case 'needModel':
      return l10n.t('Select a model first.');
    case 'settingsInvalid':
      return l10n.t('Fix the settings first.');
  }
}
