import circleLarge from '@vscode/codicons/src/icons/circle-large.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import loading from '@vscode/codicons/src/icons/loading.svg';
import pass from '@vscode/codicons/src/icons/pass-filled.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import type { SheetFinding } from '../../platform/sheet';
import { type Block, type BlockView, button, make, type ViewContext } from './elements';

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

/** Drawings of our own package, never text from elsewhere. */
const ICONS: { readonly [S in SheetFinding['state']]: string } = {
  waiting: circleLarge,
  running: loading,
  passed: pass,
  warning,
  failed: error,
  skipped: circleSlash,
};

function drawingOf(source: string): Element {
  const drawn = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  drawn.setAttribute('class', 'icon');
  return document.importNode(drawn, true);
}

interface Shown {
  readonly element: HTMLElement;
  /** What it was drawn from. */
  readonly drawn: string;
}

/** A list that is read from top to bottom: a title with its state, what was found, and what mends it. */
export function findingsView({ act }: ViewContext): BlockView<Block<'findings'>> {
  const element = make('ul', { class: 'findings' });
  let rows = new Map<string, Shown>();
  const drawRow = (finding: SheetFinding): HTMLElement => {
    const { id, state, title, stateText, text, buttons } = finding;
    const drawing = make('span', { class: 'finding-icon', 'aria-hidden': 'true' });
    drawing.append(drawingOf(ICONS[state]));
    return make(
      'li',
      { class: `finding ${state}`, 'data-id': id },
      drawing,
      make('h3', {}, title, ' ', make('span', { class: 'finding-state' }, stateText)),
      ...(text === '' ? [] : [make('p', { class: 'text' }, text)]),
      ...(buttons.length === 0
        ? []
        : [
            make(
              'div',
              { class: 'button-row' },
              ...buttons.map((one) => button(one.title, 'secondary', () => act(one.id, []))),
            ),
          ]),
    );
  };
  return {
    element,
    show({ findings }) {
      const next = new Map<string, Shown>();
      for (const finding of findings) {
        const drawn = JSON.stringify(finding);
        const before = rows.get(finding.id);
        // A row that is as it was keeps its place in what is read and its focus.
        const row = before?.drawn === drawn ? before : { element: drawRow(finding), drawn };
        next.set(finding.id, row);
      }
      rows = next;
      const elements = [...rows.values()].map((row) => row.element);
      const isSame = elements.every((one, at) => element.children[at] === one);
      if (!isSame || element.children.length !== elements.length) {
        element.replaceChildren(...elements);
      }
    },
  };
}
