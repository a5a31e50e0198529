import type { Client } from '../../../api/call';
import { isObject, objectAt, textAt } from '../../../base/json';
import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import { sleep, type Clock } from '../../../base/clock';
import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { plainText } from '../../../platform/plainText';

/** Milliseconds between two looks at a file that is being processed: the first, and the longest. */
const FIRST_LOOK = 2000;
const LONGEST_LOOK = 10_000;

/** What a message needs of a file of the service. */
export interface ServiceFile {
  /** Resource name. */
  readonly file: string;
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size?: number;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly part: Message<'Part'>;
}

/** A File resource as a message uses it. Throws `AppError` (`badAnswer`) where it has no address. */
export function serviceFile(resource: JsonObject, l10n: L10n): ServiceFile {
  const fileUri = textAt(resource, 'uri');
  const file = textAt(resource, 'name');
  if (fileUri === '') {
    throw new AppError('badAnswer', l10n.t('The service gave the file {0} no address.', file));
  }
  const mimeType = textAt(resource, 'mimeType');
  const size = Number(resource.sizeBytes);
  const expiresAt = Date.parse(textAt(resource, 'expirationTime'));
  return {
    file,
    name: plainText(textAt(resource, 'displayName') || file),
    mimeType,
    ...(Number.isFinite(size) && { size }),
    ...(Number.isFinite(expiresAt) && { expiresAt }),
    part: { fileData: { fileUri, ...(mimeType && { mimeType }) } },
  };
}

export interface Awaiting {
  readonly client: Client;
  readonly clock: Clock;
  readonly l10n: L10n;
  readonly signal: AbortSignal;
  /** It is being processed. */
  readonly onProcessing: () => void;
}

/** Gets a file and waits until it can be used. Throws what the call throws, and `AppError` (`processingFailed`). */
export async function activeFile(name: string, parts: Awaiting): Promise<JsonObject> {
  const { client, clock, l10n, signal, onProcessing } = parts;
  for (let wait = FIRST_LOOK; ; wait = Math.min(wait * 2, LONGEST_LOOK)) {
    const resource = (await client.call('files.get', { name }, { signal })) as JsonObject;
    const state = textAt(resource, 'state');
    if (state === 'FAILED') {
      const why = isObject(resource.error) ? textAt(objectAt(resource, 'error'), 'message') : '';
      throw new AppError(
        'processingFailed',
        why === ''
          ? l10n.t('The service could not process this file.')
          : l10n.t('The service could not process this file: {0}', plainText(why)),
      );
    }
    if (state !== 'PROCESSING') return resource;
    onProcessing();
    await sleep(clock, wait, signal);
  }
}
