import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { plainText } from '../../../platform/plainText';
import type { KeptAttachment } from '../../conversation';
import { MAX_PASTED } from '../../protocol';
import { canBeInline, inlinePart, inlineWeight } from './inlinePart';

/** RFC 6838, without parameters. */
const MIME_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Content that a page handed over, as an attachment that can be sent at once. Throws `AppError` for what is
 * no base64, is empty, has a type that a request can't carry, or does not fit into so many bytes.
 */
export function pastedAttachment(
  id: string,
  {
    name,
    mimeType,
    data,
  }: { readonly name: string; readonly mimeType: string; readonly data: string },
  room: number,
  l10n: L10n,
): KeptAttachment {
  if (!MIME_TYPE.test(mimeType) || data.length % 4 !== 0 || !BASE64.test(data)) {
    throw new AppError('badData', l10n.t("What was pasted can't be read."));
  }
  const type = mimeType.toLowerCase();
  if (!canBeInline(type)) {
    throw new AppError('badType', l10n.t("Content of the type {0} can't be pasted.", type), {
      hint: l10n.t('Save it as a file and attach that.'),
    });
  }
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const size = (data.length / 4) * 3 - padding;
  if (size > MAX_PASTED || inlineWeight(size) > room) {
    throw new AppError('tooLarge', l10n.t('What was pasted is too large for this message.'), {
      hint: l10n.t('Save it as a file and attach that, so that it is uploaded.'),
    });
  }
  const shownName = plainText(name.trim()) || l10n.t('Pasted content');
  return {
    id,
    name: shownName,
    mimeType: type,
    size,
    kind: 'inline',
    part: inlinePart(type, data),
  };
}
