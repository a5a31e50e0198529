import { partsOfSteps, stepType } from '../../../conversation/model/interaction';
import { answerText } from '../../../conversation/model/turns';
import { fieldsOf, objectsAt, textOf } from '../jsonFields';
import type { TimelineItem } from './timeline';

/** What a step says, as it is copied: its words where it has some, else its JSON. */
export function copiedText({ step, result }: TimelineItem): string {
  const type = stepType(step);
  const said = type === 'thought' ? objectsAt(step, 'summary') : objectsAt(step, 'content');
  const text = answerText(partsOfSteps([{ type: 'model_output', content: said }]));
  if (text !== '') return text;
  const code = textOf(fieldsOf(step.arguments).code);
  if (code !== '') return code;
  return JSON.stringify(result ? [step, result] : step, null, 2);
}
