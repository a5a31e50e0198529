import type { JsonObject } from '../../../api/schema/row';
import { items } from '../../../base/json';
import { type Step, stepType } from '../../../conversation/model/interaction';
import { fieldsOf, objectsAt, textOf, wholeOf } from '../jsonFields';
import type { Support } from '../markdown';
import { type Quote, type Source, textOffsets } from '../sources';

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
