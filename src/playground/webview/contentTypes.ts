import { rawAudio } from '../../conversation/model/mediaFile';
import type { IconName } from '../../webview/kit/icon';

export type MediaKind = 'image' | 'audio' | 'video';

/**
 * Types that the browser decodes without running anything. SVG is none of them: in an image it can run
 * nothing either, but it can keep a page busy for ever, and no model takes it as a picture.
 */
const PLAYABLE: readonly (readonly [MediaKind, RegExp])[] = [
  ['image', /^image\/(png|jpeg|webp|gif|avif|bmp)$/],
  ['audio', /^audio\/(wav|x-wav|wave|mpeg|mp3|mp4|x-m4a|aac|ogg|flac|x-flac|webm)$/],
  ['video', /^video\/(mp4|webm|ogg|quicktime)$/],
];

/** A MIME type without its parameters, in lower case. */
export function bareType(mimeType: string): string {
  return (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** How content of a type can be shown; undefined where it can only be named. */
export function mediaKind(mimeType: string): MediaKind | undefined {
  if (rawAudio(mimeType)) return 'audio';
  const type = bareType(mimeType);
  return PLAYABLE.find(([, pattern]) => pattern.test(type))?.[0];
}

const TEXT = /^text\/|[/+](json|xml|yaml)$/;

/** Whether content of a type reads as text. */
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

/** The icon that stands for content of a type. */
export function typeIcon(mimeType: string): IconName {
  const type = bareType(mimeType);
  return ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? 'file';
}

/** So much of a file tells text from anything else. */
const BEGINNING = 64 * 1024;
/** The browser knows these by name rightly; a model reads text of any kind as plain text. */
const SURE = /^(image|audio|text)\/|^application\/pdf$/;

/**
 * The MIME type of dropped or pasted content. The browser takes a name's ending for it, which makes films
 * of TypeScript (`video/mp2t`) and nothing of most source code: what begins as text is text.
 * @throws {Error} When the file can't be read.
 */
export async function typeOf(file: File): Promise<string> {
  if (SURE.test(file.type)) return file.type;
  const beginning = await file.slice(0, BEGINNING).arrayBuffer();
  if (isText(new Uint8Array(beginning))) return 'text/plain';
  return file.type || 'application/octet-stream';
}

/** Whether bytes are text in UTF-8, of which the end may be missing. */
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
