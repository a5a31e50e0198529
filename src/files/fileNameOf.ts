import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { safeFileName } from '../platform/safeFiles';

/** An ending as people write them; anything else is part of the name. */
const ENDING = /(?<=[^.\\/])\.[A-Za-z0-9]{1,8}$/;

/** Of generated files, which come without an ending. */
const ENDINGS: { readonly [mimeType: string]: string } = {
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'audio/wav': '.wav',
  'audio/mpeg': '.mp3',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'text/markdown': '.md',
  'text/plain': '.txt',
};

/** A name for the content of a file on any disk, within the folder that the user chooses: a stranger may name files. */
export function fileNameOf(resource: JsonObject): string {
  const name = textAt(resource, 'displayName').trim();
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const mimeType = textAt(resource, 'mimeType').toLowerCase();
  const own = Object.hasOwn(ENDINGS, mimeType) ? ENDINGS[mimeType] : undefined;
  const fallback = textAt(resource, 'name').split('/').at(-1) ?? '';
  return safeFileName(
    stem,
    ending === '' ? (own ?? '') : ending,
    safeFileName(fallback, '', 'file'),
  );
}
