import { element } from './element';
import { fill } from './fill';
import type { Strings } from '../strings';

/** A character that can't be seen, shown by its code point. */
export function hiddenCharacter(code: string, strings: Strings): HTMLElement {
  return element('span', {
    class: 'hidden-character',
    text: code,
    attributes: { title: fill(strings.hiddenCharacter, code) },
  });
}
