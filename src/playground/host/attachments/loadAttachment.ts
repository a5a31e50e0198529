import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { plainText } from '../../../platform/plainText';
import { requireConnected } from '../../../platform/errors';
import type { Uploads, UploadState } from '../../../platform/localFiles';
import type { Clients } from '../../../service/clients';
import type { Clock } from '../../../base/clock';
import type { KeptAttachment } from '../../conversation';
import { canBeInline, inlineLimit, inlinePart, inlineWeight } from './inlinePart';
import { activeFile, serviceFile } from './serviceFile';

/** What loading an attachment needs, and what it tells. */
export interface Loading {
  readonly uploads: Uploads;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly l10n: L10n;
  readonly connection: () => string | undefined;
  /** Ends everything, uploads too. */
  readonly signal: AbortSignal;
  /** Ends what nobody waits for any more; an upload goes on. */
  readonly closing: AbortSignal;
  /** Takes so many bytes of the request; false where they are not free. */
  readonly reserve: (bytes: number) => boolean;
  /** What is known of it before its content is there. */
  readonly onFound: (found: Pick<KeptAttachment, 'name' | 'mimeType' | 'size' | 'kind'>) => void;
  readonly onState: (state: UploadState) => void;
}

/**
 * A file of the user: in the request itself where its type and the room allow, else as a file of the service.
 * Throws `AppError` for what can't be read or sent, and `CancelledError`.
 */
export async function loadUserFile(
  { part: _part, file: _file, connection: _home, expiresAt: _end, ...kept }: KeptAttachment,
  loading: Loading,
): Promise<KeptAttachment> {
  const { uploads, l10n, reserve, onFound } = loading;
  const { source } = kept;
  if (!source) throw new AppError('sourceGone', l10n.t('It is not known where this file was.'));
  const local = await uploads.inspect(source);
  loading.signal.throwIfAborted();
  const { mimeType, size } = local;
  if (size === 0) throw new AppError('emptyFile', l10n.t('This file is empty.'));
  const weight = inlineWeight(size);
  const isInline = canBeInline(mimeType) && reserve(weight);
  const kind = isInline ? 'inline' : 'file';
  const found = { name: plainText(local.name), mimeType, size, kind } as const;
  onFound(found);
  if (isInline) {
    const bytes = await local.readAll(inlineLimit(weight), loading.closing);
    const data = Buffer.from(bytes).toString('base64');
    return { ...kept, ...found, size: bytes.length, part: inlinePart(mimeType, data) };
  }
  const connection = requireConnected(loading.connection(), loading.l10n);
  loading.onState({ phase: 'sending' });
  const { onState, signal } = loading;
  const uploaded = await uploads.upload(connection, local, { signal, onState });
  const { name: _name, ...there } = serviceFile(uploaded, l10n);
  return { ...kept, ...found, ...there, size, mimeType: there.mimeType || mimeType, connection };
}

/**
 * A file that the service has; one that it has no more is sent again where this machine knows its source.
 * Throws what the service answers, `AppError` (`processingFailed`), and `CancelledError`.
 */
export async function loadServiceFile(
  { expiresAt, ...kept }: KeptAttachment,
  loading: Loading,
): Promise<KeptAttachment> {
  const { clients, clock, l10n, uploads, signal, closing, onState } = loading;
  const { file = '' } = kept;
  const connection = requireConnected(loading.connection(), loading.l10n);
  if (kept.connection !== undefined && kept.connection !== connection && !kept.part) {
    throw new AppError('otherConnection', l10n.t('This file is at another connection.'), {
      hint: l10n.t('Choose that connection for this conversation, then try again.'),
    });
  }
  if (expiresAt !== undefined && (await uploads.sourceOf(connection, file))) {
    const again = await uploads.uploadAgain(connection, file, { signal, onState });
    return { ...kept, ...serviceFile(again, l10n), connection };
  }
  const client = await clients.get(connection);
  const onProcessing = (): void => onState({ phase: 'processing' });
  const found = await activeFile(file, { client, clock, l10n, signal: closing, onProcessing });
  return { ...kept, ...serviceFile(found, l10n), connection };
}
