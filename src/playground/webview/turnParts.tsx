import type { VNode } from 'preact';
import { render } from 'preact';
import { rawAudio } from '../mediaFile';
import type { PanelContext } from './context';
import { MediaPart } from './media';
import { StoreProvider } from './mount';
import { PanelStore } from './panelStore';
import { PartView } from './partView';
import type { MediaSegment, Segment } from './segments';

/** Content of a message as it is shown. */
export interface MediaView {
  readonly element: HTMLElement;
  /** Shows the same with more of it behind, such as a sound that still comes; false where it is something else. */
  grow(segment: MediaSegment): boolean;
}

/** A picture, sound or film among elements that no component makes. */
export function mediaView(initial: MediaSegment, context: PanelContext): MediaView {
  const element = newPlace();
  let segment = initial;
  draw(<MediaPart segment={segment} />, element, context);
  return {
    element,
    grow: (now) => {
      const isSame = now.mimeType === segment.mimeType && now.name === segment.name;
      if (!isSame || !rawAudio(now.mimeType) || now.size < segment.size) return false;
      segment = now;
      draw(<MediaPart segment={segment} />, element, context);
      return true;
    },
  };
}

type Other = Exclude<Segment, { readonly kind: 'answer' | 'thought' | 'media' }>;

/** Any other part among elements that no component makes. */
export function partView(segment: Other, context: PanelContext): HTMLElement {
  const element = newPlace();
  draw(<PartView segment={segment} />, element, context);
  return element;
}

function newPlace(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'mount';
  return element;
}

function draw(node: VNode, element: HTMLElement, context: PanelContext): void {
  if (!(context instanceof PanelStore)) throw new Error('A part is drawn without its store.');
  render(<StoreProvider value={context}>{node}</StoreProvider>, element);
}
