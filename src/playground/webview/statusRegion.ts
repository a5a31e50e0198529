import { element } from './element';

/** The one place that a screen reader is told events through. */
export class StatusRegion {
  readonly element = element('div', {
    class: 'visually-hidden',
    attributes: { role: 'status', 'aria-live': 'polite' },
  });

  announce(text: string): void {
    // A new node each time, so that the same words twice are told twice.
    this.element.replaceChildren(element('span', { text }));
  }
}
