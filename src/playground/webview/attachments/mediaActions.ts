import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import type { MediaSegment } from '../segments';

/**
 * What can be done with a picture, a sound or a film of an answer. Only a picture can be pasted elsewhere.
 * @param now what is shown by then: a sound may still grow
 */
export function mediaActions(
  now: () => MediaSegment,
  view: HTMLElement,
  context: PanelContext,
): HTMLElement {
  const { strings } = context;
  const content = (): Pick<MediaSegment, 'mimeType' | 'data'> => {
    const { mimeType, data } = now();
    return { mimeType, data };
  };
  const save = button({
    label: strings.saveMedia,
    icon: 'save',
    bare: true,
    onClick: () => void context.ask('saveMedia', content()),
  });
  const open = button({
    label: strings.openMedia,
    icon: 'go-to-file',
    bare: true,
    onClick: () => void context.ask('openMedia', content()),
  });
  const copy = button({
    label: strings.copyImage,
    icon: 'copy',
    bare: true,
    onClick: () => {
      if (view instanceof HTMLImageElement) void copyImage(view, context);
    },
  });
  const actions = now().media === 'image' ? [copy, save, open] : [save, open];
  return element('div', { class: 'media-actions' }, ...actions);
}

/** As PNG, the one type of pictures that every clipboard has. */
async function copyImage(image: HTMLImageElement, context: PanelContext): Promise<void> {
  const { strings, announce, tell } = context;
  try {
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const picture = new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
        'image/png',
      );
    });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': await picture })]);
    announce(strings.copied);
  } catch {
    tell(strings.imageNotCopied);
  }
}
