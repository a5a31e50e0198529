import { isOperationId, operationRow } from '../api/operations';
import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Past, PastRequest } from '../recordings/saving';
import type { SessionExchange } from '../service/sessionExchange';

/** Whether a recording can be made of it: something has answered, and not what is recorded anyway. */
export function isSavable({ answeredBy, isLeft, wire, status }: SessionExchange): boolean {
  const isGiven = answeredBy !== undefined && answeredBy !== 'miss' && answeredBy !== 'upstream';
  return isGiven && !isLeft && wire !== undefined && status !== undefined;
}

/** Whether it missed, and a rule can be made of what was asked: that of a live session is not kept. */
export function isMissed({ answeredBy, wire }: SessionExchange): boolean {
  return answeredBy === 'miss' && wire !== undefined;
}

/** Whether it missed, and a recording is like it. */
export function hasNearest({ answeredBy, nearest }: SessionExchange): boolean {
  return answeredBy === 'miss' && nearest !== undefined;
}

/** A request of a program as it is compared; undefined where too little of it is kept. */
export function askedBy(entry: SessionExchange): PastRequest | undefined {
  const { operation = 'other', wire, method, target, headers } = entry;
  return (
    wire && {
      ...{ operation: nameOf(operation, target), method, target, headers },
      ...{ bases: [wire.base], body: wire.request },
      ...(wire.upload && { upload: wire.upload }),
    }
  );
}

/** A request of a program as a recording is made of it. Throws `AppError` where not all of it is kept. */
export function pastOfProgram(entry: SessionExchange, l10n: L10n): Past {
  const { operation = 'other', wire, status } = entry;
  const asked = askedBy(entry);
  if (!isSavable(entry) || !asked || !wire || status === undefined) {
    throw new AppError(
      'notWhole',
      l10n.t('Of this request and its answer too little is kept for a recording.'),
    );
  }
  return {
    ...asked,
    ...{ status, pieces: wire.pieces },
    mayBeArray: isOperationId(operation) && operationRow(operation).stream === true,
    answerHeaders: wire.answerHeaders,
  };
}

/** Requests in OpenAI's form have a name of their own, as the emulator records them. */
function nameOf(operation: string, target: string): string {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name === undefined ? operation : `openai.${name.split('/').slice(0, 2).join('.')}`;
}
