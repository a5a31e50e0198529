import { element } from '../element';
import { icon } from '../icon';
import type { TurnSection } from '../turnSections';

/** Says that the words of an answer are not only the model's. */
export const editedMark: TurnSection = (turn, _place, { strings }) =>
  turn.edited
    ? element('p', { class: 'edited-mark' }, icon('edit'), strings.editedByYou)
    : undefined;
