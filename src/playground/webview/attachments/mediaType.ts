import { rawAudio } from '../../mediaFile';

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
