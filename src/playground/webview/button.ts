import { element } from './element';
import { icon, type IconName } from './icon';

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
