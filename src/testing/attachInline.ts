import * as l10n from '@vscode/l10n';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import { AppError } from '../base/errors';
import { mimeTypeOf } from '../files/mimeType';
import { canBeInline, inlinePart, inlineWeight } from '../conversation/attachments/loadAttachment';
import type { KeptAttachment } from '../conversation/model/conversation';
import type { PlannedCase } from './plan';
import type { TestFiles } from './planFile';

/** Reserved bytes of a request, apart from its files. */
const FOR_REST = 1024 * 1024;

/**
 * Returns the test case's files as request parts, by message index. Throws `AppError` if a file is unreadable or too
 * large.
 */
export async function attachInline(
  { source, case: one, place }: PlannedCase,
  files: TestFiles,
  signal: AbortSignal,
): Promise<readonly (readonly KeptAttachment[])[]> {
  let room = REQUEST_BYTES - FOR_REST;
  const { messages } = source.prompt;
  const attached: KeptAttachment[][] = [];
  for (const [index, { attachments = [] }] of messages.entries()) {
    const loaded: KeptAttachment[] = [];
    for (const file of attachments) loaded.push(await load(source.uri, file));
    if (index === messages.length - 1) {
      for (const file of one.attachments ?? []) loaded.push(await load(place.uri, file));
    }
    attached.push(loaded);
  }
  return attached;

  async function load(
    from: string,
    { path, mimeType }: { readonly path: string; readonly mimeType?: string },
  ): Promise<KeptAttachment> {
    const uri = await files.resolve(from, path);
    if (uri === undefined) {
      throw new AppError('outside', l10n.t('“{0}” is outside the workspace.', path));
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of files.open(uri, signal)) {
      pieces.push(Uint8Array.from(piece));
      size += piece.length;
      if (inlineWeight(size) > room) {
        throw new AppError(
          'tooLarge',
          l10n.t('“{0}” is too large to send with a test case.', path),
        );
      }
    }
    room -= inlineWeight(size);
    const bytes = Buffer.concat(pieces);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const type = mimeType ?? mimeTypeOf(name, undefined, bytes.subarray(0, 4096));
    if (type === undefined || !canBeInline(type)) {
      throw new AppError(
        'badType',
        l10n.t('“{0}” has a type that can’t be sent in a request.', path),
      );
    }
    const part = inlinePart(type, bytes.toString('base64'));
    return { id: path, name, mimeType: type, size, kind: 'inline', part };
  }
}
