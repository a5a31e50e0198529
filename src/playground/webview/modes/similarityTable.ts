import type { PanelContext } from '../context';
import { element } from '../element';
import { similarities } from './similarity';

/** How similar each text is to each, as numbers on a tint that is the stronger the more similar they are. */
export function similarityTable(
  vectors: readonly (readonly number[])[],
  texts: readonly string[],
  { strings, format }: PanelContext,
): HTMLElement {
  const head = element('tr', {}, element('td'));
  texts.forEach((text, index) => {
    const attributes = { scope: 'col', title: text };
    head.append(element('th', { text: String(index + 1), attributes }));
  });
  const body = element('tbody');
  similarities(vectors).forEach((values, index) => {
    const text = texts[index] ?? '';
    const name = element('th', {
      attributes: { scope: 'row', title: text },
      text: `${index + 1} ${text}`.trim(),
    });
    const row = element('tr', {}, name);
    for (const value of values) {
      const cell = element('td', { text: format.fixed(value) });
      cell.style.setProperty('--tint', `${Math.round(Math.max(0, value) * 100)}%`);
      row.append(cell);
    }
    body.append(row);
  });
  const caption = element('caption', { class: 'visually-hidden', text: strings.similarityOf });
  return element(
    'div',
    { class: 'table-frame similarity', attributes: { tabindex: '0' } },
    element('table', {}, caption, element('thead', {}, head), body),
  );
}
