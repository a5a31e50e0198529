import type { Block, BlockView, ViewContext } from './blockView';
import { button, make } from './make';

export function headingView(): BlockView<Block<'heading'>> {
  const element = make('h2');
  return { element, show: ({ text }) => void (element.textContent = text) };
}

export function textView(): BlockView<Block<'text'>> {
  const element = make('p');
  return {
    element,
    show({ text, tone = '' }) {
      element.className = `text ${tone}`;
      if (element.textContent !== text) element.textContent = text;
    },
  };
}

export function factsView(): BlockView<Block<'facts'>> {
  const element = make('dl');
  return {
    element,
    show({ rows }) {
      element.replaceChildren(
        ...rows.flatMap(([label, value]) => [make('dt', {}, label), make('dd', {}, value)]),
      );
    },
  };
}

export function buttonsView({ act }: ViewContext): BlockView<Block<'buttons'>> {
  const element = make('div', { class: 'button-row' });
  let shown = '';
  return {
    element,
    show({ buttons }) {
      // The focus stays on a button that is still there.
      const now = JSON.stringify(buttons);
      if (now === shown) return;
      shown = now;
      const focused = [...element.children].indexOf(document.activeElement ?? element);
      element.replaceChildren(
        ...buttons.map(({ id, title }) => button(title, 'secondary', () => act(id, []))),
      );
      const again = element.children[focused];
      if (again instanceof HTMLElement) again.focus();
    },
  };
}
