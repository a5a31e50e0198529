import type { PanelContext } from '../context';
import { element } from '../element';
import type { MediaSegment } from '../segments';
import { fileCard } from './fileCard';
import { shownName } from './shownName';

/**
 * A picture, sound or film of a message, from the page itself: nothing is fetched. What the browser
 * can't decode is named instead.
 */
export function mediaView(segment: MediaSegment, context: PanelContext): HTMLElement {
  const { strings } = context;
  const { media, mimeType, data, name, isAnswer } = segment;
  const alone = name === '' ? '' : shownName(name);
  const view =
    media === 'image'
      ? element('img', {
          attributes: {
            alt: alone || (isAnswer ? strings.generatedImage : strings.attachedImage),
            decoding: 'async',
          },
        })
      : element(media, {
          attributes: { controls: '', preload: 'metadata', 'aria-label': alone || strings[media] },
        });
  const result = element('div', { class: `part media ${media}` });
  // A sound has no face to be known by.
  if (media !== 'image' && name !== '') result.append(fileCard(fileOf(segment), context));
  result.append(view);
  view.addEventListener('error', () => result.replaceChildren(fileCard(fileOf(segment), context)));
  if (name !== '') view.title = alone;
  view.src = `data:${mimeType};base64,${data}`;
  return result;
}

function fileOf({ name, mimeType, size }: MediaSegment): {
  readonly kind: 'file';
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
} {
  return { kind: 'file', name, mimeType, size };
}
