import type { Message } from '../../api/schema/infer';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { requireRole } from '../permissions';
import { type Call, type Handler, type HandlerRows, type Reply, singleReply } from '../call';
import { embed, packedCosine } from '../embedder';
import { findRecord, listRecords, requireRecord } from '../records';
import type { Stored } from '../state';
import { badFields, refuseProblems } from '../status';
import type { HandlerContext } from '../handlerContext';
import { type CustomMetadata, toChunkResource, STORED_SIZE } from './chunks';

const RESULTS = 10;
const [, MAX_RESULTS] = valueRange('QueryCorpusRequest', 'resultsCount');

const queryCorpus: Handler = (call, world) => {
  const { metadataFilters } = call.body as Message<'QueryCorpusRequest'>;
  requireRole(call, world, call.path.name ?? '', 'READER');
  return answerQuery(call, world, readFilters('QueryCorpusRequest', metadataFilters));
};

const queryDocument: Handler = (call, world) => {
  const { metadataFilters } = call.body as Message<'QueryDocumentRequest'>;
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'READER');
  requireRecord(world, 'documents', name);
  return answerQuery(call, world, readFilters('QueryDocumentRequest', metadataFilters, ['chunk']));
};

function answerQuery(call: Call, world: HandlerContext, filters: Filters): Reply {
  const { query = '', resultsCount = 0 } = call.body as Message<'QueryCorpusRequest'>;
  // The documentation has the limit but no error for higher values; the emulator rejects them.
  if (resultsCount < 0 || resultsCount > MAX_RESULTS) {
    throw badFields([`* ${call.row.body ?? ''}.results_count: must be from 0 to ${MAX_RESULTS}`]);
  }
  const within = call.path.name ?? '';
  const hits = search(world, { within, query, filters, count: resultsCount || RESULTS });
  const relevantChunks = hits.map(({ score, chunk, document }) => ({
    chunkRelevanceScore: score,
    chunk,
    document,
  }));
  return singleReply({ relevantChunks });
}

interface Search {
  readonly within: string;
  readonly query: string;
  readonly filters: Filters;
  readonly count: number;
}

interface Hit {
  /** From 0 to 1. */
  readonly score: number;
  readonly chunk: JsonObject & Message<'Chunk'>;
  readonly document: JsonObject & Message<'Document'>;
}

/**
 * Returns the active chunks closest to text, best first. With equal scores, older chunks come
 * first.
 */
export function search(
  world: HandlerContext,
  { within, query, filters, count }: Search,
): readonly Hit[] {
  const now = world.time.now();
  const documents = filters.document && documentsOf(world, within, filters.document);
  const wanted = embed(query, STORED_SIZE);
  const ranked = world.state.nearest('chunks', within, (one) => packedCosine(wanted, one, now));
  const hits: Hit[] = [];
  // Load records in result order, only as many as needed.
  for (const { name, score } of ranked) {
    const parent = name.slice(0, name.lastIndexOf('/chunks/'));
    if (documents && !documents.has(parent)) continue;
    const stored = findRecord(world, 'chunks', name);
    if (!stored || filters.chunk?.(metadataOf(stored)) === false) continue;
    const document = findRecord(world, 'documents', parent)?.resource;
    if (!document) continue;
    hits.push({ score: relevance(score), chunk: toChunkResource(stored, now), document });
    if (hits.length === count) break;
  }
  return hits;
}

/**
 * Maps a cosine to a score from 0 to 1. The square root raises low values, because short questions are never
 * close to long passages. Rounds to float precision.
 */
export function relevance(cosine: number): number {
  return Number(Math.min(1, Math.sqrt(Math.max(0, cosine))).toPrecision(7));
}

function documentsOf(
  world: HandlerContext,
  corpus: string,
  test: MetadataTest,
): ReadonlySet<string> {
  const documents = listRecords(world, 'documents', corpus);
  return new Set(documents.filter((one) => test(metadataOf(one))).map(({ name }) => name));
}

function metadataOf({ resource }: Stored): Parameters<MetadataTest>[0] {
  return (resource as Message<'Chunk'>).customMetadata ?? [];
}

type MetadataFilter = Message<'MetadataFilter'>;
type Condition = Message<'Condition'>;

export type MetadataTest = (metadata: readonly CustomMetadata[]) => boolean;

interface Filters {
  readonly document?: MetadataTest;
  readonly chunk?: MetadataTest;
}

const KEY = /^(document|chunk)\.custom_metadata\.(.+)$/s;

type Level = 'document' | 'chunk';

// Operators by value type. A missing key or a type mismatch never matches; the documentation doesn't define
// either case.
interface OperatorRow {
  readonly number?: (value: number, wanted: number) => boolean;
  readonly text?: (value: string, wanted: string) => boolean;
  readonly list?: (values: readonly string[], wanted: string) => boolean;
}

const operators: { readonly [name: string]: OperatorRow } = {
  LESS: { number: (value, wanted) => value < wanted },
  LESS_EQUAL: { number: (value, wanted) => value <= wanted },
  EQUAL: {
    number: (value, wanted) => value === wanted,
    text: (value, wanted) => value === wanted,
  },
  GREATER_EQUAL: { number: (value, wanted) => value >= wanted },
  GREATER: { number: (value, wanted) => value > wanted },
  NOT_EQUAL: {
    number: (value, wanted) => value !== wanted,
    text: (value, wanted) => value !== wanted,
  },
  INCLUDES: { list: (values, wanted) => values.includes(wanted) },
  EXCLUDES: { list: (values, wanted) => !values.includes(wanted) },
};

/**
 * Parses metadata filters: all must match, each by one of its conditions. Throws 400 for invalid
 * keys, operators or values.
 * @param at field path, such as `QueryCorpusRequest`.
 */
export function readFilters(
  at: string,
  filters: readonly MetadataFilter[] = [],
  levels: readonly Level[] = ['document', 'chunk'],
): Filters {
  const problems: string[] = [];
  const tests: { readonly [L in Level]: MetadataTest[] } = { document: [], chunk: [] };
  const byKey = Map.groupBy(filters, ({ key = '' }) => key);
  const areNumeric = new Map([...byKey].map(([key, all]) => [key, all.every(isNumeric)]));
  const seen = new Set<string>();
  for (const [index, { key = '', conditions = [] }] of filters.entries()) {
    const path = `* ${at}.metadata_filters[${index}]`;
    const [, level, name = ''] = KEY.exec(key) ?? [];
    if (level !== 'document' && level !== 'chunk') {
      const forms = levels.map((one) => `${one}.custom_metadata.{key}`).join(' or ');
      problems.push(`${path}.key: must have the form ${forms}`);
    } else if (!levels.includes(level)) {
      problems.push(`${path}.key: only metadata of chunks can be filtered here`);
    } else {
      tests[level].push((metadata) => conditions.some((one) => holds(one, name, metadata)));
    }
    problems.push(...conditionProblems(path, conditions));
    // Two conditions on one key form a numeric range, which makes no sense for text.
    if (seen.has(key) && areNumeric.get(key) !== true) {
      problems.push(`${path}.key: ${key} is there twice, which only numeric values allow`);
    }
    seen.add(key);
  }
  refuseProblems(problems);
  return { ...testOf('document', tests.document), ...testOf('chunk', tests.chunk) };
}

function isNumeric({ conditions = [] }: MetadataFilter): boolean {
  return conditions.every(({ numericValue }) => numericValue !== undefined);
}

function conditionProblems(path: string, conditions: readonly Condition[]): readonly string[] {
  return conditions.flatMap(({ operation = '', stringValue, numericValue }, index) => {
    const at = `${path}.conditions[${index}]`;
    if (!Object.hasOwn(operators, operation)) return [`${at}.operation: unknown operator`];
    if (stringValue !== undefined || numericValue !== undefined) return [];
    return [`${at}.value: required oneof field 'value' must have one initialized field`];
  });
}

function testOf(level: Level, tests: readonly MetadataTest[]): Filters {
  if (tests.length === 0) return {};
  return {
    [level]: (metadata: readonly CustomMetadata[]) => tests.every((test) => test(metadata)),
  };
}

function holds(condition: Condition, key: string, metadata: readonly CustomMetadata[]): boolean {
  const { operation = '', stringValue, numericValue } = condition;
  const row = (Object.hasOwn(operators, operation) ? operators[operation] : undefined) ?? {};
  return metadata.some((entry) => {
    if (entry.key !== key) return false;
    if (numericValue !== undefined) {
      const value = entry.numericValue;
      // The live API stores both as 32-bit floats.
      const isRight = row.number?.(Math.fround(value ?? NaN), Math.fround(numericValue));
      return value !== undefined && isRight === true;
    }
    if (stringValue === undefined) return false;
    if (entry.stringValue !== undefined) return row.text?.(entry.stringValue, stringValue) === true;
    const list = entry.stringListValue;
    return list !== undefined && row.list?.(list.values ?? [], stringValue) === true;
  });
}

export const corpusSearchHandlers = {
  'corpora.query': queryCorpus,
  'corpora.documents.query': queryDocument,
} as const satisfies HandlerRows;
