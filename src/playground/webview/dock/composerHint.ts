import * as l10n from '@vscode/l10n';
import { MAX_PROMPT } from '../../../conversation/model/conversation';
import { type DraftStore, utf8Length } from '../state/draft';
import type { Format } from '../format';
import type { SendBlocker } from '../state/reducer';

export interface ComposerHint {
  readonly text: string;
  /** It is about a message that is too large. */
  readonly isWarning: boolean;
  /** It keeps the message from being sent, whatever else there is. */
  readonly isTooLong: boolean;
  /** What it asks for first, where that can be gone to. */
  readonly blocker?: SendBlocker;
}

export interface HintFacts {
  readonly draft: DraftStore;
  readonly blocker: SendBlocker | undefined;
  /** It was tried to send while an answer arrives. */
  readonly isRefused?: boolean;
  /** Why nothing can be sent, as a sentence, where it is no `blocker`. */
  readonly because: string | undefined;
  /** Tokens that the model takes. */
  readonly inputLimit: number | undefined;
  readonly format: Format;
}

/** From this many UTF-16 units on a text's size is told. */
const LARGE_TEXT = 100_000;
/** What the service's models average on English text. */
const CHARACTERS_PER_TOKEN = 4;

/** The line below the composer: what is large or missing. Its text is empty where there is nothing to say. */
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

/** A guess at the tokens of a text of that length, with no more digits than a guess deserves. */
export function estimateTokens(length: number): number {
  const tokens = length / CHARACTERS_PER_TOKEN;
  if (tokens < 100) return Math.ceil(tokens);
  const unit = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / unit) * unit;
}

/** What keeps a message from being sent, as a sentence. */
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
