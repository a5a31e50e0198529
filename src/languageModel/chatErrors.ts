import * as l10n from '@vscode/l10n';
import { oneLine, ServiceError, type ServiceReason } from '../api/errors';
import { AppError } from '../base/errors';
import { describeFailure } from '../conversation/answer/failure';
import { classifyAnswer, type CollectedResponse } from '../conversation/answer/turnResult';

/** Codes of VS Code's `LanguageModelError`. */
export type ChatErrorCode = 'NoPermissions' | 'Blocked' | 'NotFound' | 'Unknown';

/** An error whose message is everything that chat shows. */
export class ChatError extends AppError<ChatErrorCode> {
  override readonly name = 'ChatError';
}

/** Errors whose advice says everything. The API's own messages are long. */
const ADVICE_ALONE: ReadonlySet<string> = new Set<ServiceReason>([
  ...(['quota', 'credits', 'overloaded', 'deadline', 'server'] as const),
]);

const CODES: ReadonlyMap<string, ChatErrorCode> = new Map<string, ChatErrorCode>([
  ['quota', 'Blocked'],
  ['credits', 'Blocked'],
  ['modelNotFound', 'NotFound'],
  ...(
    [
      ...['invalidKey', 'blockedKey', 'noCredential', 'unauthenticated', 'needsSignIn', 'scope'],
      ...['permission', 'noKey', 'noConnection', 'signedOut', 'missingScopes'],
    ] as const
  ).map((reason) => [reason, 'NoPermissions'] as const),
]);

/** Describes a failed request in one line. */
export function failedRequest(error: unknown): ChatError {
  if (error instanceof ChatError) return error;
  const { message, hint } = describeFailure(error);
  const reason = reasonOf(error);
  const advice = error instanceof ServiceError && ADVICE_ALONE.has(reason) && error.hint;
  const sentence = message.replace(/[\w)]$/, '$&.');
  const text = advice || [sentence, hint].filter(Boolean).join(' ');
  return new ChatError(CODES.get(reason) ?? 'Unknown', oneLine(text), { cause: error });
}

function reasonOf(error: unknown): string {
  const reason: unknown = error instanceof AppError ? error.reason : undefined;
  return typeof reason === 'string' ? reason : '';
}

/** Finish reasons of function calls that the model got wrong. */
const BAD_CALLS = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
]);

/** Returns why a response is unusable; undefined if it is usable. A response with text can be truncated. */
export function failedResponse(answer: CollectedResponse): ChatError | undefined {
  const timing = { firstTokenMs: undefined, durationMs: 0 };
  const { verdict, failure, finishReason, blockReason } = classifyAnswer(
    answer,
    { kind: 'ended' },
    timing,
  );
  const reason = (verdict === 'promptBlocked' ? blockReason : finishReason) ?? '';
  const error = (code: ChatErrorCode, message: string): ChatError => new ChatError(code, message);
  switch (verdict) {
    case 'promptBlocked':
      return error(
        'Blocked',
        l10n.t('The API blocked this message ({0}). Change it, or start a new chat.', reason),
      );
    case 'blocked':
      return error(
        'Blocked',
        l10n.t('The API blocked the response ({0}). Rephrase your message.', reason),
      );
    case 'recitation':
      return error(
        'Blocked',
        l10n.t('The API stopped the response because it might repeat copyrighted text.'),
      );
    case 'accountLimited':
      return error('Blocked', l10n.t('Google restricted this account because of prohibited use.'));
    case 'other':
      return BAD_CALLS.has(reason)
        ? error('Unknown', l10n.t('The model made an invalid function call. Try again.'))
        : error('Unknown', l10n.t('The API stopped the response ({0}). Try again.', reason));
    default:
      return failure && error('Unknown', [failure.message, failure.hint].filter(Boolean).join(' '));
  }
}
