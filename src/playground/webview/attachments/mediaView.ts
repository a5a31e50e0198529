import type { PanelContext } from '../context';
import { element } from '../element';
import type { MediaSegment } from '../segments';
import { mediaFile, rawAudio } from '../../mediaFile';
import { fileCard } from './fileCard';
import { GrowingSound } from './growingSound';
import { mediaActions } from './mediaActions';
import { shownName } from './shownName';

/** Content of a message as it is shown. */
export interface MediaView {
  readonly element: HTMLElement;
  /** Shows the same with more of it behind, such as a sound that still comes; false where it is something else. */
  grow(segment: MediaSegment): boolean;
}

/**
 * A picture, sound or film of a message, from the page itself: nothing is fetched. What the browser
 * can't decode is named instead.
 */
export function mediaView(initial: MediaSegment, context: PanelContext): MediaView {
  const { strings } = context;
  const { media, mimeType, name, isAnswer } = initial;
  let segment = initial;
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
    const actions = isAnswer ? [mediaActions(() => segment, view, context)] : [];
    result.replaceChildren(fileCard(fileOf(segment), context), ...actions);
  });
  if (name !== '') view.title = alone;
  view.src = sourceOf(segment);
  if (isAnswer) result.append(mediaActions(() => segment, view, context));
  const sound = view instanceof HTMLAudioElement ? new GrowingSound(view) : undefined;
  return {
    element: result,
    grow: (now) => {
      const isSame = now.media === media && now.mimeType === mimeType && now.name === name;
      // Files have an end in their format; samples go on.
      if (!sound || !isSame || !rawAudio(mimeType) || now.size < segment.size) return false;
      segment = now;
      sound.grow(sourceOf(now));
      return true;
    },
  };
}

function sourceOf({ mimeType, data }: MediaSegment): string {
  const file = mediaFile(mimeType, data);
  return `data:${file.mimeType};base64,${file.data}`;
}

function fileOf({ name, mimeType, size }: MediaSegment): {
  readonly kind: 'file';
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
} {
  return { kind: 'file', name, mimeType, size };
}
