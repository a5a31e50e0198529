import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { isObject, isSameJson, items } from '../../base/json';
import type { ModelTurn } from '../../conversation/model/conversation';
import { fieldsOf, textOf, wholeOf } from './jsonFields';
import { type Support, withMarkers } from './markdown/sourceMarkers';
import { type Segment, segments } from './segments';

export interface Source {
  readonly title: string;
  /** As returned by the API: untrusted. */
  readonly uri: string;
  readonly chunk?: string;
  readonly note: string;
  readonly quotes: readonly Quote[];
}

export interface Quote {
  readonly text: string;
  /** 0 to 1. Undefined if the API doesn't report a confidence. */
  readonly confidence?: number;
}

export interface Sources {
  readonly list: readonly Source[];
  readonly supports: ReadonlyMap<number, readonly Support[]>;
  readonly queries: readonly string[];
}

const MAX_QUOTE_LENGTH = 300;

interface Span {
  readonly part: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the cited sources, numbered from 1. Skips invalid data. API offsets are UTF-8 bytes. If a
 * segment's text is elsewhere, uses the text's position.
 */
export function sourcesOf(turn: ModelTurn): Sources | undefined {
  const candidate = candidateOf(turn);
  if (!candidate) return undefined;
  const texts = (turn.content.parts ?? []).map(({ text, thought }) =>
    thought ? '' : (text ?? ''),
  );
  const list: (Omit<Source, 'quotes'> & { quotes: Quote[] })[] = [];
  const supports = new Map<number, Support[]>();
  const add = (title: string, uri: string, note = '', chunk?: string): number =>
    list.push({ title, uri, note, quotes: [], ...(chunk !== undefined && { chunk }) });
  const support = (
    span: Span,
    numbers: readonly number[],
    confidences: readonly unknown[],
  ): void => {
    const { part, start, end } = span;
    const text = texts[part]?.slice(start, end).trim().slice(0, MAX_QUOTE_LENGTH) ?? '';
    if (text === '' || numbers.length === 0) return;
    for (const [index, number] of numbers.entries()) {
      const confidence = confidences[index];
      const known = typeof confidence === 'number' && { confidence };
      list[number - 1]?.quotes.push({ text, ...known });
    }
    const known = supports.get(part);
    if (known) known.push({ end, numbers });
    else supports.set(part, [{ end, numbers }]);
  };

  const { groundingChunks, groundingSupports, webSearchQueries } = fieldsOf(
    candidate.groundingMetadata,
  );
  for (const chunk of items(groundingChunks)) {
    const [found] = Object.values(fieldsOf(chunk));
    const { title, uri } = fieldsOf(found);
    add(textOf(title), textOf(uri));
  }
  const grounded = list.length;
  for (const item of items(groundingSupports)) {
    const { segment, groundingChunkIndices, confidenceScores } = fieldsOf(item);
    const numbers = items(groundingChunkIndices)
      .map((index) => wholeOf(index, -1) + 1)
      .filter((number) => number > 0 && number <= grounded);
    const { partIndex, startIndex, endIndex, text: said } = fieldsOf(segment);
    const found = spanOf(
      texts,
      wholeOf(partIndex),
      wholeOf(startIndex),
      wholeOf(endIndex),
      textOf(said),
    );
    if (found) support(found, numbers, items(confidenceScores));
  }
  for (const item of items(fieldsOf(candidate.citationMetadata).citationSources)) {
    const { startIndex, endIndex, uri, license } = fieldsOf(item);
    const number = add('', textOf(uri), licenseWords(textOf(license)));
    // Offsets don't apply to edited text.
    const found = turn.edited
      ? undefined
      : spanInAll(texts, wholeOf(startIndex), wholeOf(endIndex));
    if (found) support(found, [number], []);
  }
  for (const item of items(candidate.groundingAttributions)) {
    const { sourceId, content } = fieldsOf(item);
    const { groundingPassage, semanticRetrieverChunk } = fieldsOf(sourceId);
    const chunk = textOf(fieldsOf(semanticRetrieverChunk).chunk);
    const passage = textOf(fieldsOf(groundingPassage).passageId);
    add(chunk || passageWords(passage), '', '', chunk || undefined);
    const said = items(fieldsOf(content).parts).map((part) => textOf(fieldsOf(part).text));
    const quoted = said.join('\n').trim().slice(0, MAX_QUOTE_LENGTH);
    if (quoted) list.at(-1)?.quotes.push({ text: quoted });
  }
  for (const item of items(fieldsOf(candidate.urlContextMetadata).urlMetadata)) {
    const { retrievedUrl, urlRetrievalStatus } = fieldsOf(item);
    const status = textOf(urlRetrievalStatus).replace('URL_RETRIEVAL_STATUS_', '');
    add('', textOf(retrievedUrl), READ_WORDS.get(status)?.() ?? status.toLowerCase());
  }
  const queries = items(webSearchQueries).map(textOf).filter(Boolean);
  return list.length + queries.length === 0 ? undefined : { list, supports, queries };
}

const READ_WORDS: ReadonlyMap<string, () => string> = new Map([
  ['SUCCESS', () => ''],
  ['UNSPECIFIED', () => ''],
  ['ERROR', () => l10n.t('not read')],
  ['PAYWALL', () => l10n.t('not read: behind a paywall')],
  ['UNSAFE', () => l10n.t('not read: unsafe')],
]);

function licenseWords(license: string): string {
  if (license === '' || license === 'unknown') return '';
  return l10n.t('License: {0}', license === 'mit' ? 'MIT' : license);
}

/** A bare number isn't useful next to the source number. */
function passageWords(id: string): string {
  return /^\d+$/.test(id) ? l10n.t('Passage {0}', id) : id;
}

/** Returns the range of a segment in UTF-16 units. Undefined if unknown. */
function spanOf(
  texts: readonly string[],
  part: number,
  startByte: number,
  endByte: number,
  said: string,
): Span | undefined {
  const source = texts[part] ?? '';
  const [start = 0, end = 0] = textOffsets(source, [startByte, endByte]);
  if (end > start && (said === '' || source.slice(start, end) === said))
    return { part, start, end };
  if (said === '') return undefined;
  // Edits shift the offsets, so falls back to a unique text match.
  const found = texts.flatMap((other, index) => {
    const first = other.indexOf(said);
    const once = first !== -1 && !other.includes(said, first + 1);
    return once ? [{ part: index, start: first, end: first + said.length }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the range of a citation, whose offsets refer to all text of the response. */
function spanInAll(texts: readonly string[], startByte: number, endByte: number): Span | undefined {
  const all = texts.join('');
  const [start = 0, end = 0] = textOffsets(all, [startByte, endByte]);
  let before = 0;
  for (const [part, { length }] of texts.entries()) {
    if (end > before && end <= before + length) {
      return { part, start: Math.max(0, start - before), end: end - before };
    }
    before += length;
  }
  return undefined;
}

/**
 * Segments of one response with source markers, added at the end. Cached, because every snapshot needs them.
 */
export class MarkedSegments {
  #texts: readonly string[] = [];
  #marked: ReadonlyMap<number, string> = new Map();
  #chosen: number | undefined;

  of(turn: ModelTurn): readonly Segment[] {
    const { content, outcome, answer, chosen } = turn;
    const parts = content.parts ?? [];
    if (!outcome || !answer) return segments(parts);
    const texts = parts.map(({ text = '' }) => text);
    if (chosen !== this.#chosen || !isSameJson(texts, this.#texts)) {
      this.#chosen = chosen;
      this.#texts = texts;
      const supports = sourcesOf(turn)?.supports ?? [];
      this.#marked = new Map(
        [...supports].map(([part, found]) => [part, withMarkers(texts[part] ?? '', found)]),
      );
    }
    if (this.#marked.size === 0) return segments(parts);
    const marked = parts.map((part, index) => {
      const text = this.#marked.get(index);
      return text === undefined ? part : { ...part, text };
    });
    return segments(marked).map((segment) =>
      segment.kind === 'answer' ? { ...segment, marked: true } : segment,
    );
  }
}

export function candidateOf({ answer, chosen = 0 }: ModelTurn): JsonObject | undefined {
  const found = items(answer?.candidates)[chosen];
  return isObject(found) ? found : undefined;
}

/**
 * Converts UTF-8 byte offsets to UTF-16 offsets in order. Rounds up within a character and clamps to the text
 * length.
 */
export function textOffsets(text: string, bytes: readonly number[]): readonly number[] {
  const result = bytes.map(() => text.length);
  const wanted = [...bytes.entries()].sort(([, a], [, b]) => a - b);
  let next = 0;
  let passed = 0;
  let at = 0;
  while (next < wanted.length && at <= text.length) {
    const [index, offset] = wanted[next] ?? [0, 0];
    if (passed >= offset) {
      result[index] = at;
      next++;
      continue;
    }
    const code = text.codePointAt(at);
    if (code === undefined) break;
    passed += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return result;
}
