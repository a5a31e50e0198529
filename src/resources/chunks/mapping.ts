import { randomInt } from 'node:crypto';
import { fieldLimits, maxItems } from '../../api/schema/limits';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds/index';
import { cellText, columnsOf, type Format, type SourceRecord } from './records';

export interface ChunkRow {
  /** Line or row number, from 1. */
  readonly line: number;
  /** Last part of the name. Generated if undefined. */
  readonly id?: string;
  /** API message. The import doesn't send the name and output-only fields. */
  readonly chunk: JsonObject;
}

/** A row whose name is set before sending, so that repeated creates are recognized. */
export interface NamedRow extends ChunkRow {
  readonly id: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Length of API-generated IDs. */
const LENGTH = 12;

/**
 * Returns a random ID like the API's. `randomInt` is fast enough for a million rows, because it caches
 * random bytes.
 */
export function newChunkId(): string {
  let id = '';
  while (id.length < LENGTH) id += LETTERS.charAt(randomInt(LETTERS.length));
  return id;
}

export function sentChunk(chunk: JsonObject): JsonObject {
  const { name: _name, createTime: _created, updateTime: _updated, state: _state, ...rest } = chunk;
  return rest;
}

/** Maximum number of tokens per chunk, from the API's documentation. */
export const TOKENS = fieldLimits('ChunkData', 'stringValue').maxTokens ?? Infinity;
export const METADATA = maxItems('Chunk', 'customMetadata');
/**
 * Length in characters above which text probably has too many tokens (about 4 characters per token in
 * English). Only the API counts exactly.
 */
export const LONG_TEXT = TOKENS * 4;

const ID = new RegExp(`^(?:${kindRow('chunk').id ?? ''})$`);

export function isChunkId(id: string): boolean {
  return ID.test(id);
}

export type MetadataType = 'text' | 'number' | 'list';

export interface MetadataColumn {
  readonly column: string;
  readonly type: MetadataType;
}

/** Maps fields of a record to a chunk. Records in the API's chunk format need no mapping. */
export interface Mapping {
  readonly text: string;
  readonly id?: string;
  readonly metadata: readonly MetadataColumn[];
}

const TEXT_NAMES = ['text', 'content', 'body', 'chunk', 'passage', 'paragraph', 'stringvalue'];
const ID_NAMES = ['id', 'chunkid', 'chunk_id', 'key', 'slug'];

/** Minimum share of a column's values that must be valid IDs. */
const MIN_ID_SHARE = 0.9;

/** Whether a record is a chunk in the API's format, or a line of an export. */
export function isChunk(value: JsonObject | undefined): boolean {
  return value !== undefined && isObject(chunkIn(value).data);
}

function chunkIn(value: JsonObject): JsonObject {
  return isObject(value.chunk) ? value.chunk : value;
}

/** Guesses the mapping. Undefined if all records are already chunks. */
export function guessMapping(
  records: readonly SourceRecord[],
  format: Format,
): Mapping | undefined {
  const sample = records.filter(({ value }) => !isChunk(value));
  const columns = columnsOf(sample);
  if (columns.length === 0 && sample.length < records.length) return undefined;
  const valuesOf = (column: string): readonly JsonValue[] =>
    sample.map(({ value }) => value?.[column] ?? '').filter((value) => value !== '');
  const isNamed = (names: readonly string[]) => (column: string) =>
    names.includes(column.toLowerCase());
  const lengthOf = (column: string): number => valuesOf(column).map(cellText).join('').length;
  const longest = [...columns].sort((a, b) => lengthOf(b) - lengthOf(a))[0];
  const text = columns.find(isNamed(TEXT_NAMES)) ?? longest ?? '';
  // A single invalid ID is more likely a typo than a wrong column.
  const hasIds = (column: string): boolean => {
    const ids = valuesOf(column).map(cellText);
    return ids.length > 0 && ids.filter(isChunkId).length >= ids.length * MIN_ID_SHARE;
  };
  const id = columns.find((column) => isNamed(ID_NAMES)(column) && hasIds(column));
  const others = columns.filter((column) => column !== text && column !== id);
  const metadata = others.map((column) => ({ column, type: guessType(valuesOf(column), format) }));
  return { text, metadata, ...(id === undefined ? {} : { id }) };
}

function guessType(values: readonly JsonValue[], format: Format): MetadataType {
  if (values.length > 0 && values.every((value) => Array.isArray(value))) return 'list';
  const isNumber = (value: JsonValue): boolean =>
    typeof value === 'number' ||
    (format.kind === 'csv' && typeof value === 'string' && isExact(value.trim(), format));
  return values.length > 0 && values.every(isNumber) ? 'number' : 'text';
}

/**
 * Whether formatting the number returns the same cell. If not, it's probably a code, such as `01234` or
 * `1E5`. Trailing decimal zeros are allowed (`0,50`).
 */
function isExact(cell: string, { hasDecimalCommas }: Format & { readonly kind: 'csv' }): boolean {
  if (hasDecimalCommas !== true)
    return Number.isFinite(Number(cell)) && String(Number(cell)) === cell;
  const digits = cell.split(',')[1]?.length ?? 0;
  const text = cell.replace(',', '.');
  return digits <= MAX_DIGITS && !cell.includes('.') && Number(text).toFixed(digits) === text;
}

/** Maximum number of decimals of `toFixed`. */
const MAX_DIGITS = 100;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a number, optionally with a decimal comma. Undefined if invalid. */
export function numberOf(text: string, hasDecimalCommas = false): number | undefined {
  const plain = text.trim();
  const pointed = hasDecimalCommas ? plain.replace(',', '.') : plain;
  const number = NUMBER.test(pointed) ? Number(pointed) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Converts a record to a chunk. Values that don't match their type stay strings, which a later check
 * reports.
 */
export function toChunkRow(
  { line, value = {} }: SourceRecord,
  format: Format,
  given?: Mapping,
): ChunkRow {
  const mapping = isChunk(value) ? undefined : mappingFor(value, given);
  if (!mapping) {
    const chunk = chunkIn(value);
    const id = textAt(chunk, 'name').split('/').at(-1) ?? '';
    const { data, customMetadata } = chunk;
    const sent = { data, ...(customMetadata === undefined ? {} : { customMetadata }) };
    return { line, chunk: sent, ...(id === '' ? {} : { id }) };
  }
  const id = mapping.id === undefined ? '' : cellText(value[mapping.id]).trim();
  const metadata = mapping.metadata.flatMap((column) =>
    entryOf(column, value[column.column], format),
  );
  const data = { stringValue: cellText(value[mapping.text]) };
  const chunk = { data, ...(metadata.length > 0 && { customMetadata: metadata }) };
  return { line, chunk, ...(id === '' ? {} : { id }) };
}

/** Lines of the same file may have different names for their text field. */
function mappingFor(value: JsonObject, given: Mapping | undefined): Mapping | undefined {
  if (given && value[given.text] !== undefined) return given;
  const text = Object.keys(value).find((field) => TEXT_NAMES.includes(field.toLowerCase()));
  if (text === undefined || typeof value[text] !== 'string') return given;
  const { id, metadata = [] } = given ?? {};
  return {
    text,
    metadata: metadata.filter(({ column }) => column !== text),
    ...(id === undefined || id === text ? {} : { id }),
  };
}

export function chunkText({ chunk }: ChunkRow): string {
  return textAt(objectAt(chunk, 'data'), 'stringValue');
}

function entryOf(
  { column: key, type }: MetadataColumn,
  value: JsonValue | undefined,
  format: Format,
): JsonObject[] {
  const text = cellText(value).trim();
  if (text === '') return [];
  const hasCommas = format.kind === 'csv' && format.hasDecimalCommas === true;
  const number = type === 'number' ? numberOf(text, hasCommas) : undefined;
  if (number !== undefined) return [{ key, numericValue: number }];
  if (type === 'list') return [{ key, stringListValue: { values: listOf(value, text) } }];
  return [{ key, stringValue: text }];
}

function listOf(value: JsonValue | undefined, text: string): readonly string[] {
  if (Array.isArray(value)) return items(value).map((item) => cellText(item as JsonValue));
  const separator = [';', '|'].find((one) => text.includes(one)) ?? ',';
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
