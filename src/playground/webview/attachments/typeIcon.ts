import type { IconName } from '../icon';
import { bareType } from './mediaType';

const ICONS: readonly (readonly [RegExp, IconName])[] = [
  [/^image\//, 'file-media'],
  [/^audio\//, 'music'],
  [/^video\//, 'device-camera-video'],
  [/^application\/pdf$/, 'file-pdf'],
  [/^text\/|[/+](json|xml|yaml)$/, 'file-text'],
];

/** The icon that stands for content of a type. */
export function typeIcon(mimeType: string): IconName {
  const type = bareType(mimeType);
  return ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? 'file';
}
