import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import type { Version } from '../../../api/versions';
import type { Message } from '../../../api/schema/infer';

/** Bytes of a whole request, as the service's guide to files says. */
export const REQUEST_LIMIT = 20 * 1024 * 1024;
/** Bytes that are left for the words of a message when something is attached. */
const FOR_WORDS = 1024 * 1024;

/** A request that was made, of any mode. */
interface Built {
  readonly input: { readonly model?: string; readonly body: object };
}

/** Bytes of a request on the wire. */
export function requestSize({ input }: Built): number {
  return Buffer.byteLength(JSON.stringify(input.body));
}

/** Bytes that can be attached to a request besides what it holds. */
export function roomBeside(built: Built): number {
  return Math.max(0, REQUEST_LIMIT - FOR_WORDS - requestSize(built));
}

/** Throws `AppError` where nothing of the last message would be sent, or more than the service takes. */
export function requireSendable(built: Built, version: Version, l10n: L10n): void {
  const { contents } = built.input.body as Partial<Message<'GenerateContentRequest'>>;
  if (contents && contents.at(-1)?.role !== 'user') {
    throw new AppError(
      'nothingToSend',
      l10n.t('Nothing of this message can be sent in version {0} of the service.', version),
      { hint: l10n.t('Add text to it, or choose another version or other attachments.') },
    );
  }
  const size = requestSize(built);
  if (size <= REQUEST_LIMIT) return;
  throw new AppError(
    'requestTooLarge',
    l10n.t(
      'This request has {0} MB with the conversation so far, and the service takes {1} MB.',
      megabytes(size, Math.ceil),
      megabytes(REQUEST_LIMIT, Math.floor),
    ),
    {
      hint: l10n.t(
        'Take an attachment or some text away, or begin a new conversation. Large files are uploaded when they are attached as files.',
      ),
    },
  );
}

/** With one digit, and rounded apart, so that a request a little above the limit does not look like it. */
function megabytes(bytes: number, round: (value: number) => number): string {
  return String(round(bytes / 100_000) / 10);
}
