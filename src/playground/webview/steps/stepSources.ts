import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import { textAt, items } from '../../../base/json';
import { stepType, partsOfSteps } from '../../../conversation/model/interaction';
import { type Step } from '../../../conversation/model/conversation';
import { wholeOf, textOf, objectsAt, fieldsOf } from '../jsonFields';
import { withMarkers, type Support } from '../markdown/sourceMarkers';
import { segments, type Segment } from '../segments';
import { textOffsets, type Source, type Quote } from '../sources';

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

const MAX_QUOTE_LENGTH = 300;

/** Sources cited by steps, numbered from 1 by first citation. */
export interface StepSources {
  readonly list: readonly Source[];
  readonly supports: ReadonlyMap<JsonObject, readonly Support[]>;
}

/** Skips invalid data, because it is untrusted. Offsets are bytes within one block. */
export function stepSources(steps: readonly Step[]): StepSources {
  const list: (Omit<Source, 'quotes'> & { readonly quotes: Quote[] })[] = [];
  const numbers = new Map<string, number>();
  const supports = new Map<JsonObject, readonly Support[]>();
  for (const block of steps.flatMap(citingBlocks)) {
    const text = textOf(block.text);
    const cited = objectsAt(block, 'annotations').flatMap((annotation) => {
      const source = sourceOf(annotation);
      return source ? [{ annotation, source }] : [];
    });
    if (cited.length === 0) continue;
    const bytes = cited.flatMap(({ annotation: { start_index: from, end_index: to } }) => [
      wholeOf(from),
      wholeOf(to),
    ]);
    const offsets = textOffsets(text, bytes);
    const found = cited.map(({ source }, index): Support => {
      const key = `${source.uri}\n${source.title}`;
      const number = numbers.get(key) ?? list.push({ ...source, quotes: [] });
      numbers.set(key, number);
      const [start = 0, end = 0] = offsets.slice(2 * index);
      const quote = text.slice(start, end).trim().slice(0, MAX_QUOTE_LENGTH);
      if (quote !== '') list[number - 1]?.quotes.push({ text: quote });
      return { end, numbers: [number] };
    });
    supports.set(
      block,
      found.filter(({ end }) => end > 0),
    );
  }
  return { list, supports };
}

function citingBlocks(step: Step): readonly JsonObject[] {
  if (stepType(step) !== 'model_output') return [];
  return objectsAt(step, 'content').filter(({ annotations }) => items(annotations).length > 0);
}

function sourceOf(annotation: JsonObject): Omit<Source, 'quotes'> | undefined {
  const { url, title, name, file_name: file, document_uri: document, ...rest } = annotation;
  switch (annotation.type) {
    case 'url_citation':
      return named(textOf(title), textOf(url), '');
    case 'place_citation':
      return named(textOf(name), textOf(url), '');
    case 'file_citation': {
      const page = wholeOf(rest.page_number);
      const at = page > 0 ? `p. ${page}` : '';
      return named(textOf(file) || textOf(rest.source), textOf(document), at);
    }
    default:
      return undefined;
  }
}

function named(title: string, uri: string, note: string): Omit<Source, 'quotes'> | undefined {
  return title === '' && uri === '' ? undefined : { title, uri, note };
}

/** Returns the places of a Google Maps result as sources. */
export function placesOf(result: unknown): readonly Omit<Source, 'quotes'>[] {
  return items(result).flatMap((found) =>
    objectsAt(fieldsOf(found), 'places').flatMap(
      ({ name, url }) => named(textOf(name), textOf(url), '') ?? [],
    ),
  );
}
