import { isOperationId, operationRow } from '../api/operations';
import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Past } from '../recordings/saving';
import type { SessionExchange } from '../service/sessionExchange';

/** Whether a recording can be made of it: something has answered, and not what is recorded anyway. */
export function isSavable({ answeredBy, isLeft, wire, status }: SessionExchange): boolean {
  const isGiven = answeredBy !== undefined && answeredBy !== 'miss' && answeredBy !== 'upstream';
  return isGiven && !isLeft && wire !== undefined && status !== undefined;
}

/** A request of a program as a recording is made of it. Throws `AppError` where not all of it is kept. */
export function pastOfProgram(entry: SessionExchange, l10n: L10n): Past {
  const { operation = 'other', wire, status, method, target, headers } = entry;
  if (!isSavable(entry) || !wire || status === undefined) {
    throw new AppError(
      'notWhole',
      l10n.t('Of this request and its answer too little is kept for a recording.'),
    );
  }
  return {
    ...{ operation: nameOf(operation, target), method, target, headers, status },
    ...{ bases: [wire.base], body: wire.request, pieces: wire.pieces },
    ...(wire.upload && { upload: wire.upload }),
    mayBeArray: isOperationId(operation) && operationRow(operation).stream === true,
    answerHeaders: wire.answerHeaders,
  };
}

/** Requests in OpenAI's form have a name of their own, as the emulator records them. */
function nameOf(operation: string, target: string): string {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name === undefined ? operation : `openai.${name.split('/').slice(0, 2).join('.')}`;
}
