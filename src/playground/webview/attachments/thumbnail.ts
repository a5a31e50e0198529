import type { AttachmentData } from '../../protocol';
import { element } from '../element';
import { bareType } from './mediaType';

/** Edge of a thumbnail, in CSS pixels. */
const SIZE = 20;

/**
 * A picture scaled to a small square, its middle cut out. The picture itself is let go.
 * @throws {Error} When it isn't base64, or the browser can't decode it.
 */
export async function thumbnail({ mimeType, data }: AttachmentData): Promise<HTMLCanvasElement> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: bareType(mimeType) }));
  try {
    const canvas = element('canvas', { class: 'thumbnail', attributes: { 'aria-hidden': 'true' } });
    const size = Math.round(SIZE * window.devicePixelRatio);
    canvas.width = size;
    canvas.height = size;
    const edge = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
    const paper = canvas.getContext('2d');
    if (!paper) throw new Error('no drawing on a canvas');
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(picture, left, top, edge, edge, 0, 0, size, size);
    return canvas;
  } finally {
    picture.close();
  }
}
