import { askedFormat, uncheckedKeywords } from '../../tools';
import { button } from '../button';
import { element } from '../element';
import { fill } from '../fill';
import { icon } from '../icon';
import { revealedText } from '../markdown/reveal';
import type { TurnSection } from '../turnSections';

/** How an answer differs from the schema that it was asked for, or that it does not. */
export const schemaProblems: TurnSection = (
  { id, schemaProblems: problems, sent },
  place,
  context,
) => {
  if (!problems) return undefined;
  const { strings } = context;
  const schema = askedFormat(sent)?.schema;
  const open = button({
    label: strings.openSchema,
    class: problems.length > 0 ? 'secondary' : 'link',
    onClick: () => void context.ask('openSchema', { turn: id }),
  });
  const hasSchema = schema !== undefined || sent === undefined;
  if (problems.length === 0) {
    const unchecked = schema === undefined ? [] : uncheckedKeywords(schema);
    const words = hasSchema ? strings.schemaMatches : strings.validJson;
    const text =
      unchecked.length > 0
        ? fill(strings.notChecked, words, revealedText(unchecked.slice(0, 10).join(', ')))
        : words;
    const line = element('p', { class: 'schema-line' }, icon('check'), text);
    if (hasSchema) line.append(open);
    return line;
  }
  const correct = button({
    label: strings.askToCorrect,
    class: 'primary',
    onClick: () => void context.ask('askToCorrect', { turn: id }),
  });
  const buttons = element('div', { class: 'button-row' });
  if (place.idle && place.index === place.count - 1) buttons.append(correct);
  if (hasSchema) buttons.append(open);
  return element(
    'div',
    { class: 'schema-problems' },
    element(
      'p',
      { class: 'schema-title' },
      icon('warning'),
      hasSchema ? strings.schemaProblems : strings.jsonProblems,
    ),
    element('ul', {}, ...problems.map((text) => element('li', { text: revealedText(text) }))),
    buttons,
  );
};
