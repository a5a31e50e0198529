import { isObject, items, objectAt } from '../../../base/json';
import type { Message } from '../../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { Continuation, ModelTurn } from '../../conversation';
import { beginningOf } from './continuation';

type Part = Message<'Part'>;

/** Where the rest of an answer stands in the whole of it. */
interface Rest {
  /** Its own texts, part by part. */
  readonly texts: readonly string[];
  /** Index of its first part, which may be joined to the last one before. */
  readonly part: number;
  /** UTF-8 bytes before it in that part, and in all of the text. */
  readonly bytesInPart: number;
  readonly bytes: number;
}

/**
 * The answer that came last, with the candidates of the first beside the one that went on, and with the sources of
 * both. The service tells places in the rest as if nothing stood before it: here they are those of the whole. Places
 * that are not in the rest are left out; their sources stay.
 */
export function joinedAnswer(
  { answer, chosen = 0 }: ModelTurn,
  latest: JsonObject,
  content: Message<'Content'>,
  place: Continuation,
): JsonObject {
  const earlier = items(answer?.candidates);
  const [came] = items(latest.candidates);
  const { candidates: _, ...fields } = latest;
  const rest = isObject(came) ? came : {};
  if (answer && Object.keys({ ...fields, ...rest }).length === 0) return answer;
  const known = earlier[chosen];
  const joined = withSources(isObject(known) ? known : {}, rest, restOf(content, place));
  const candidates = earlier.length > 1 ? earlier.with(chosen, joined) : [joined];
  return { ...latest, candidates: candidates as JsonValue[] };
}

function restOf(content: Message<'Content'>, place: Continuation): Rest {
  const before = beginningOf(content, place).parts ?? [];
  const { parts: all = [] } = content;
  const isJoined = (all[place.parts - 1]?.text?.length ?? 0) > place.length;
  const part = isJoined ? place.parts - 1 : place.parts;
  const texts = all.slice(part).map(shownText);
  if (isJoined) texts[0] = texts[0]?.slice(place.length) ?? '';
  const bytesInPart = isJoined ? Buffer.byteLength(shownText(before.at(-1))) : 0;
  return { texts, part, bytesInPart, bytes: Buffer.byteLength(before.map(shownText).join('')) };
}

function shownText({ text = '', thought }: Part = {}): string {
  return thought ? '' : text;
}

function withSources(known: JsonObject, came: JsonObject, rest: Rest): JsonObject {
  const cited = both(known, came, 'citationMetadata', 'citationSources', (source) =>
    shifted(source, rest.texts.join(''), rest.bytes),
  );
  const pages = both(known, came, 'urlContextMetadata', 'urlMetadata');
  const named = [...items(known.groundingAttributions), ...items(came.groundingAttributions)];
  return {
    ...came,
    ...cited,
    ...pages,
    ...grounded(known, came, rest),
    ...(named.length > 0 && { groundingAttributions: named as JsonValue[] }),
  };
}

/** A field with the list of both. */
function both(
  known: JsonObject,
  came: JsonObject,
  field: string,
  list: string,
  change: (item: JsonObject) => JsonObject = (item) => item,
): JsonObject | undefined {
  if (known[field] === undefined && came[field] === undefined) return undefined;
  const [first, second] = [objectAt(known, field), objectAt(came, field)];
  const added = items(second[list]).filter(isObject).map(change);
  const all = [...items(first[list]), ...added] as JsonValue[];
  return { [field]: { ...first, ...second, [list]: all } };
}

/** Chunks that both name are one. */
function grounded(known: JsonObject, came: JsonObject, rest: Rest): JsonObject | undefined {
  const field = 'groundingMetadata';
  if (known[field] === undefined && came[field] === undefined) return undefined;
  const [first, second] = [objectAt(known, field), objectAt(came, field)];
  const chunks = new Map<string, number>();
  const all: JsonValue[] = [];
  const [ofFirst, ofSecond] = [first, second].map((metadata) => {
    const places = items(metadata.groundingChunks).map((chunk) => {
      const key = JSON.stringify(chunk);
      const at = chunks.get(key) ?? all.push(chunk as JsonValue) - 1;
      chunks.set(key, at);
      return at;
    });
    return items(metadata.groundingSupports)
      .filter(isObject)
      .map((support) => ({
        ...support,
        // One that names no chunk keeps its place: the confidences are in the same order.
        groundingChunkIndices: items(support.groundingChunkIndices).map(
          (index) => places[Number(index)] ?? -1,
        ),
      }));
  });
  const added = (ofSecond ?? []).map((support) => ({
    ...support,
    segment: inWhole(objectAt(support, 'segment'), rest),
  }));
  const queries = [...items(first.webSearchQueries), ...items(second.webSearchQueries)];
  return {
    [field]: {
      ...first,
      ...second,
      ...(all.length > 0 && { groundingChunks: all }),
      groundingSupports: [...(ofFirst ?? []), ...added],
      ...(queries.length > 0 && { webSearchQueries: [...new Set(queries)] as JsonValue[] }),
    },
  };
}

/** A segment of a part of the rest; its words alone where there is no such place. */
function inWhole(segment: JsonObject, { texts, part, bytesInPart }: Rest): JsonObject {
  const { partIndex = 0, ...within } = segment;
  const index = Number(partIndex);
  const found = shifted(within, texts[index] ?? '', index === 0 ? bytesInPart : 0);
  return found.endIndex === undefined ? found : { ...found, partIndex: part + index };
}

/** A range of bytes moved by `shift`; without the range where it is none of the text. */
function shifted(
  { startIndex = 0, endIndex, ...others }: JsonObject,
  text: string,
  shift: number,
): JsonObject {
  const isRange =
    Number.isInteger(startIndex) &&
    Number.isInteger(endIndex) &&
    Number(startIndex) >= 0 &&
    Number(startIndex) < Number(endIndex) &&
    Number(endIndex) <= Buffer.byteLength(text);
  if (!isRange) return others;
  return { ...others, startIndex: Number(startIndex) + shift, endIndex: Number(endIndex) + shift };
}
