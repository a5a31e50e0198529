import type { PanelContext } from '../context';
import { element } from '../element';

/** Opens the whole answer of a turn, at the end of the line that says how it ended. */
export function jsonLink(turn: string, { strings, ask }: PanelContext): HTMLElement {
  const result = element('button', {
    class: 'link-button json-link',
    text: strings.answerJson,
    attributes: { type: 'button', title: strings.answerJsonHint },
  });
  result.addEventListener('click', () => void ask('showAnswerJson', { turn }));
  return result;
}
