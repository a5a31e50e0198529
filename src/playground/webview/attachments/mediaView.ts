import type { PanelContext } from '../context';
import { element } from '../element';
import type { MediaSegment } from '../segments';
import { mediaFile } from '../../mediaFile';
import { fileCard } from './fileCard';
import { mediaActions } from './mediaActions';
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
  view.addEventListener('error', () => {
    // What the browser can't decode can be saved all the same.
    const actions = isAnswer ? [mediaActions(segment, view, context)] : [];
    result.replaceChildren(fileCard(fileOf(segment), context), ...actions);
  });
  if (name !== '') view.title = alone;
  const file = mediaFile(mimeType, data);
  view.src = `data:${file.mimeType};base64,${file.data}`;
  if (isAnswer) result.append(mediaActions(segment, view, context));
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
