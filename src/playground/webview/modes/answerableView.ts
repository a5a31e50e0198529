import { element } from '../element';
import { fill } from '../fill';
import type { TurnSection } from '../turnSections';

/** How likely a grounded answer is to rest on its sources, as the service says. */
export const answerableView: TurnSection = ({ mode, answer }, _place, { strings, format }) => {
  const probability = answer?.answerableProbability;
  if (mode !== 'answer' || typeof probability !== 'number') return undefined;
  const text = fill(strings.answerable, format.percent(probability));
  return element('p', { class: 'answerable', text });
};
