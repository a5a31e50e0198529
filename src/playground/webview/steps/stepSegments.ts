import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import { textAt } from '../../../base/json';
import { partsOfSteps } from '../../../conversation/model/interaction';
import { objectsAt, textOf, wholeOf } from '../jsonFields';
import { withMarkers } from '../markdown';
import { type Segment, segments } from '../segments';
import { textOffsets } from '../sources';
import type { StepSources } from './stepSources';

type Part = Message<'Part'>;

const CONTENT: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'video', 'document']);

export function isContent(blocks: readonly JsonObject[]): boolean {
  return blocks.length > 0 && blocks.every((block) => CONTENT.has(textAt(block, 'type')));
}

export function contentSegments(
  blocks: readonly JsonObject[],
  sources: StepSources | undefined,
): readonly Segment[] {
  const parts = blocks.flatMap((block): readonly Part[] => {
    const said = spokenParts(block);
    if (said) return said;
    const supports = sources?.supports.get(block);
    const plain = partsOfSteps([{ type: 'model_output', content: [block] }]);
    if (!supports) return plain;
    return plain.map((part) => ({ ...part, text: withMarkers(textOf(part.text), supports) }));
  });
  const shown = segments(parts);
  if (!blocks.some((block) => sources?.supports.has(block))) return shown;
  return shown.map((one) => (one.kind === 'answer' ? { ...one, marked: true } : one));
}

/** Splits a multi-speaker text. Undefined if no speaker is named. */
function spokenParts(block: JsonObject): readonly Part[] | undefined {
  const spans = objectsAt(block, 'annotations').filter(({ type }) => type === 'speech_metadata');
  if (spans.length === 0) return undefined;
  const text = textOf(block.text);
  const starts = textOffsets(
    text,
    spans.map(({ start_index: start }) => wholeOf(start)),
  );
  const begin = { text: text.slice(0, starts[0] ?? 0) };
  const said = spans.map((span, index) => ({
    text: text.slice(starts[index], starts[index + 1]),
    speechMetadata: { speaker: textAt(span, 'speaker'), style: textAt(span, 'style') },
  }));
  return [...(begin.text === '' ? [] : [begin]), ...said];
}
