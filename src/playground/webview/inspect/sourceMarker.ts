import type { Strings } from '../../strings';
import { element } from '../element';
import { fill } from '../fill';

/** A small number in an answer that leads to its source in the list below. */
export function sourceMarker(number: number, strings: Strings): HTMLElement {
  const label = fill(strings.goToSource, number);
  const result = element('button', {
    class: 'source-marker',
    text: String(number),
    attributes: { type: 'button', title: label, 'aria-label': label },
  });
  result.addEventListener('click', () => {
    const source = result.closest('.turn')?.querySelector(`[data-source="${number}"]`);
    if (!(source instanceof HTMLElement)) return;
    const details = source.closest('details');
    if (details) details.open = true;
    source.scrollIntoView({ block: 'nearest' });
    source.focus();
  });
  return result;
}
