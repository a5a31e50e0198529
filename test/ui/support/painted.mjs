import { pictureOf } from '../../harness/browser.mjs';

/**
 * The colour that is on the screen near the left edge of something, in its middle, as “red,green,blue”: what the styles say
 * is not always what was painted.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} locator
 */
export async function paintedAt(page, locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not to be seen.');
  const clip = { x: box.x + 4, y: box.y + box.height / 2, width: 1, height: 1 };
  const bytes = [...(await pictureOf(page, { clip }))];
  return await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)]));
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join(',');
  }, bytes);
}
