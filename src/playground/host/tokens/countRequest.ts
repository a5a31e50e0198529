import { items } from '../../../base/json';
import type { OperationId } from '../../../api/operations';
import type { JsonObject } from '../../../api/schema/row';
import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { modeAsk } from '../modes/modeAsk';
import { withMessage } from '../message';
import { requireTarget } from '../requireTarget';
import type { Session } from '../session';

/** A request that counts the tokens of another one. */
export interface CountRequest {
  readonly operation: OperationId;
  readonly input: { readonly model: string; readonly body: JsonObject };
}

/**
 * How the next request is counted, with this text as its message; undefined where there is nothing in it. Throws
 * `AppError` where it can't be, or there is no model to ask.
 */
export function countRequest(
  { conversation, target, attachments }: Pick<Session, 'conversation' | 'target' | 'attachments'>,
  text: string,
  l10n: L10n,
): CountRequest | undefined {
  const { model, ...wanted } = requireTarget(target, l10n);
  const { parts } = attachments;
  const isBlank = text.trim() === '' && parts.parts.length === 0;
  if (isBlank && conversation.turns.length === 0) return undefined;
  const next = isBlank ? conversation : withMessage(conversation, text, parts, target, l10n);
  const { call, input } = modeAsk({ ...next, model }, wanted, l10n);
  if (!call.count) {
    throw new AppError(
      'notCountable',
      l10n.t('The service does not count the tokens of such requests.'),
    );
  }
  if (input.body.contents !== undefined && items(input.body.contents).length === 0)
    return undefined;
  const { operation, body } = call.count;
  return { operation, input: { model, body: body(model, input.body) } };
}
