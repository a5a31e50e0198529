import { element } from '../element';
import { icon } from '../icon';

/** Those that a reader opened or closed: what stands below an answer is built anew with every snapshot. */
const chosen = new Map<string, boolean>();

/** Something below an answer that opens, and stays as the reader left it. Built when it opens first. */
export function disclosure(
  key: string,
  title: string,
  isOpen: boolean,
  build: () => readonly HTMLElement[],
): HTMLDetailsElement {
  const words = element('span', { text: title });
  const details = element(
    'details',
    { class: 'disclosure' },
    element('summary', {}, icon('chevron-right'), words),
  );
  details.open = chosen.get(key) ?? isOpen;
  const fill = (): void => {
    if (details.open && details.childElementCount === 1) details.append(...build());
  };
  fill();
  details.addEventListener('toggle', () => {
    if (details.open !== isOpen || chosen.has(key)) chosen.set(key, details.open);
    fill();
  });
  return details;
}
