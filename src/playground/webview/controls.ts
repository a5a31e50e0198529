import * as l10n from '@vscode/l10n';
import type { PanelContext } from './context';
import { element } from './dom';
import { icon, type IconName } from '../../webview/kit/icon';

export interface ButtonOptions {
  /** Its words; for a button with an icon only, what a screen reader says and the tooltip shows. */
  readonly label: string;
  readonly icon?: IconName;
  /** Shows the icon only. */
  readonly bare?: boolean;
  readonly class?: string;
  readonly onClick: (button: HTMLButtonElement) => void;
}

/** A button as VS Code draws it: an icon, words, or both. */
export function button(options: ButtonOptions): HTMLButtonElement {
  const kind = options.bare ? 'icon-button' : 'button';
  const result = element('button', {
    class: [kind, options.class].filter(Boolean).join(' '),
    attributes: { type: 'button' },
  });
  if (options.icon) result.append(icon(options.icon));
  if (options.bare) {
    result.title = options.label;
    result.setAttribute('aria-label', options.label);
  } else {
    result.append(element('span', { class: 'label', text: options.label }));
  }
  result.addEventListener('click', () => options.onClick(result));
  return result;
}

/** How long the check mark stays after copying. */
const CHECK_MS = 2000;

/** Copies a text through the host; shows a check mark for two seconds and says so. */
export function copyButton(
  context: PanelContext,
  label: string,
  text: () => string,
): HTMLButtonElement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return button({
    label,
    icon: 'copy',
    bare: true,
    onClick: (self) => {
      const done = async (): Promise<void> => {
        if (!(await context.ask('copy', { text: text() }))) return;
        context.announce(l10n.t('Copied'));
        self.replaceChildren(icon('check'));
        clearTimeout(timer);
        timer = setTimeout(() => self.replaceChildren(icon('copy')), CHECK_MS);
      };
      void done();
    },
  });
}

/** Those that a reader opened or closed: what stands below an answer is built anew with every snapshot. */
const openedByReader = new Map<string, boolean>();

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
  details.open = openedByReader.get(key) ?? isOpen;
  const fill = (): void => {
    if (details.open && details.childElementCount === 1) details.append(...build());
  };
  fill();
  details.addEventListener('toggle', () => {
    if (details.open !== isOpen || openedByReader.has(key)) openedByReader.set(key, details.open);
    fill();
  });
  return details;
}
