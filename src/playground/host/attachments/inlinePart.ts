import type { Message } from '../../../api/schema/infer';

type Part = Message<'Part'>;

/** The models read these from a request itself. */
const MEDIA = /^(?:image|audio|video)\/|^application\/pdf$/;
/** What an editor holds; drawings in XML are read as text too. */
const TEXT =
  /^text\/|[/+](?:json|xml|yaml|toml)$|^application\/(?:x-)?(?:javascript|typescript|yaml|toml|sql|sh|ipynb\+json)$/;
const RICH_TEXT = /^(?:text|application)\/rtf$/;
/** What a part needs around its data. */
const AROUND = 256;

/** Whether content of a type can be a part of a request; anything else has to be uploaded. */
export function canBeInline(mimeType: string): boolean {
  return isText(mimeType) || MEDIA.test(mimeType);
}

export function isText(mimeType: string): boolean {
  return TEXT.test(mimeType);
}

/**
 * Content as a part. Text of any kind goes as `text/plain`: the service refuses most types of source code, and
 * reads all of them as text. Rich text is the one that it has to understand.
 */
export function inlinePart(mimeType: string, data: string): Part {
  const isPlain = isText(mimeType) && !RICH_TEXT.test(mimeType);
  return { inlineData: { mimeType: isPlain ? 'text/plain' : mimeType, data } };
}

/** Bytes that content of so many bytes takes in a request. */
export function inlineWeight(size: number): number {
  return Math.ceil(size / 3) * 4 + AROUND;
}

/** Most bytes of content that fit where a request has so many bytes left. */
export function inlineLimit(room: number): number {
  return Math.max(0, Math.floor((room - AROUND) / 4) * 3);
}
