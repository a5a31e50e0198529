import * as l10n from '@vscode/l10n';
import type { PanelContext } from './state/context';
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
