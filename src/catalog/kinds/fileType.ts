import { textAt } from '../../api/json';
import type { JsonObject } from '../../api/schema/row';
import { text, type Text } from '../text';

/** What a file is, as one word and a codicon. */
export interface FileType {
  readonly word: Text;
  readonly icon: string;
}

const OTHER: FileType = { word: text('other'), icon: 'file-binary' };

// First match wins.
const TYPES: readonly (FileType & { readonly mimeType: RegExp })[] = [
  { mimeType: /^video\//, word: text('video'), icon: 'device-camera-video' },
  { mimeType: /^audio\//, word: text('audio'), icon: 'unmute' },
  { mimeType: /^image\//, word: text('image'), icon: 'file-media' },
  { mimeType: /^application\/pdf$/, word: text('PDF'), icon: 'file-pdf' },
  {
    mimeType:
      /^text\/(x-|css|html|javascript|xml)|[/+](json|xml|yaml|javascript|x-javascript|x-sh)$/,
    word: text('code'),
    icon: 'file-code',
  },
  { mimeType: /^text\//, word: text('text'), icon: 'file-text' },
  { mimeType: /zip|[/-]x?-?(tar|7z|rar)\b/, word: text('archive'), icon: 'file-zip' },
];

/** What a File is by its MIME type; undefined where the service does not say one. */
export function fileType(resource: JsonObject): FileType | undefined {
  const mimeType = textAt(resource, 'mimeType').trim().toLowerCase().split(';', 1)[0] ?? '';
  if (mimeType === '') return undefined;
  return TYPES.find((type) => type.mimeType.test(mimeType)) ?? OTHER;
}
