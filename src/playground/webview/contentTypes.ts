import { rawAudio } from '../../conversation/model/mediaFile';
import type { IconName } from '../../webview/kit/icon';

export type MediaKind = 'image' | 'audio' | 'video';

/**
 * Types the browser decodes without running code. Excludes SVG: an SVG image can block the page, and no model
 * accepts SVG as an image.
 */
const PLAYABLE: readonly (readonly [MediaKind, RegExp])[] = [
  ['image', /^image\/(png|jpeg|webp|gif|avif|bmp)$/],
  ['audio', /^audio\/(wav|x-wav|wave|mpeg|mp3|mp4|x-m4a|aac|ogg|flac|x-flac|webm)$/],
  ['video', /^video\/(mp4|webm|ogg|quicktime)$/],
];

export function bareType(mimeType: string): string {
  return (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Returns how to show content of this type. Undefined if it can't be shown inline. */
export function mediaKind(mimeType: string): MediaKind | undefined {
  if (rawAudio(mimeType)) return 'audio';
  const type = bareType(mimeType);
  return PLAYABLE.find(([, pattern]) => pattern.test(type))?.[0];
}

const TEXT = /^text\/|[/+](json|xml|yaml)$/;

export function isTextType(mimeType: string): boolean {
  return TEXT.test(bareType(mimeType));
}

const ICONS: readonly (readonly [RegExp, IconName])[] = [
  [/^image\//, 'file-media'],
  [/^audio\//, 'music'],
  [/^video\//, 'device-camera-video'],
  [/^application\/pdf$/, 'file-pdf'],
  [TEXT, 'file-text'],
];

export function typeIcon(mimeType: string): IconName {
  const type = bareType(mimeType);
  return ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? 'file';
}

/** Number of bytes to check for text. */
const BEGINNING = 64 * 1024;
/** Types the browser maps reliably. For other types, models get plain text. */
const SURE = /^(image|audio|text)\/|^application\/pdf$/;

/**
 * Returns the MIME type of dropped or pasted content. Browsers map TypeScript to video (`video/mp2t`) and most
 * source code to nothing, so content that looks like text counts as text.
 * @throws {Error} if the file can't be read
 */
export async function typeOf(file: File): Promise<string> {
  if (SURE.test(file.type)) return file.type;
  const beginning = await file.slice(0, BEGINNING).arrayBuffer();
  if (isText(new Uint8Array(beginning))) return 'text/plain';
  return file.type || 'application/octet-stream';
}

/** Whether bytes are valid UTF-8. The last character may be incomplete. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
