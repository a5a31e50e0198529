import * as l10n from '@vscode/l10n';
import { oneLine, ServiceError } from '../api/errors';
import { AppError } from '../base/errors';
import { describeFailure } from '../conversation/answer/failure';
import { classifyAnswer, type CollectedResponse } from '../conversation/answer/turnResult';

/** Codes of VS Code's `LanguageModelError`. */
type ChatErrorCode = 'NoPermissions' | 'Blocked' | 'NotFound' | 'Unknown';

/** An error whose message is everything that chat shows. */
class ChatError extends AppError<ChatErrorCode> {
  override readonly name = 'ChatError';
}

/** Errors whose advice says everything. The API's own messages are long. */
const ADVICE_ALONE = new Set(['quota', 'credits', 'overloaded', 'deadline', 'server']);

const BLOCKED = new Set(['quota', 'credits']);
const NO_PERMISSIONS = new Set([
  'invalidKey',
  'blockedKey',
  'noCredential',
  'unauthenticated',
  'needsSignIn',
  'scope',
  'permission',
  'noKey',
  'noConnection',
  'signedOut',
  'missingScopes',
]);

/** Describes a failed request in one line. */
export function failedRequest(error: unknown): ChatError {
  if (error instanceof ChatError) return error;
  const { message, hint } = describeFailure(error);
  const reason = error instanceof AppError ? String(error.reason) : '';
  const isAdvised = error instanceof ServiceError && ADVICE_ALONE.has(reason);
  const advice = isAdvised ? error.hint : undefined;
  const sentence = message.replace(/[\w)]$/, '$&.');
  const text = advice ?? [sentence, hint].filter(Boolean).join(' ');
  return new ChatError(codeOf(reason), oneLine(text), { cause: error });
}

function codeOf(reason: string): ChatErrorCode {
  if (reason === 'modelNotFound') return 'NotFound';
  if (NO_PERMISSIONS.has(reason)) return 'NoPermissions';
  return BLOCKED.has(reason) ? 'Blocked' : 'Unknown';
}

type Sentence = (reason: string) => string;

/** Sentences for final statuses that have no failure of their own, by finish reason or status. */
const SENTENCES: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS'].map(
    (reason): [string, Sentence] => [
      reason,
      () => l10n.t('The model made an invalid function call. Try again.'),
    ],
  ),
  [
    'promptBlocked',
    (reason) =>
      l10n.t('The API blocked this message ({0}). Change it, or start a new chat.', reason),
  ],
  [
    'blocked',
    (reason) => l10n.t('The API blocked the response ({0}). Rephrase your message.', reason),
  ],
  [
    'recitation',
    () => l10n.t('The API stopped the response because it might repeat copyrighted text.'),
  ],
  ['accountLimited', () => l10n.t('Google restricted this account because of prohibited use.')],
  ['other', (reason) => l10n.t('The API stopped the response ({0}). Try again.', reason)],
]);

/** Returns why a response is unusable; undefined if it is usable. A response with text can be truncated. */
export function failedResponse(answer: CollectedResponse): ChatError | undefined {
  const timing = { firstTokenMs: undefined, durationMs: 0 };
  const { verdict, failure, ...reasons } = classifyAnswer(answer, { kind: 'ended' }, timing);
  const isPrompt = verdict === 'promptBlocked';
  const reason = (isPrompt ? reasons.blockReason : reasons.finishReason) ?? '';
  const sentence = (SENTENCES.get(reason) ?? SENTENCES.get(verdict))?.(reason);
  if (sentence === undefined && !failure) return undefined;
  const isBlocked = verdict !== 'other' && sentence !== undefined;
  const own = [failure?.message, failure?.hint].filter(Boolean).join(' ');
  return new ChatError(isBlocked ? 'Blocked' : 'Unknown', sentence ?? own);
}
