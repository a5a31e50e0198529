import { matchesName } from '../../api/names';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { CustomMetadata } from '../corpora/chunks';
import { type MetadataTest, search } from '../corpora/search';
import { findRecord } from '../records';
import { badFields, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { requireStore } from './storeResources';

export interface FoundPassage {
  readonly text: string;
  readonly context: JsonObject;
  readonly score: number;
}

/** Default number of results. Not published. */
const PASSAGES = 5;
/** Minimum score. Lower similarity is coincidental. */
const MIN_SCORE = 0.3;

const AT = '* GenerateContentRequest.tools.file_search';

/**
 * Searches stores and returns the best passages first. Throws 403 for an unknown store, 400 for an
 * invalid filter.
 */
export function searchStores(
  world: HandlerContext,
  { fileSearchStoreNames = [], topK = 0, metadataFilter = '' }: Message<'FileSearch'>,
  query: string,
): readonly FoundPassage[] {
  if (topK < 0) throw badFields([`${AT}.top_k: must not be negative`]);
  const count = topK === 0 ? PASSAGES : topK;
  const filters = metadataFilter.trim() === '' ? {} : { document: metadataTest(metadataFilter) };
  const stores = [...new Set(fileSearchStoreNames)].map((name) => {
    if (matchesName('fileSearchStores/*', name)) return requireStore(world, name).name;
    throw badFields([`${AT}.file_search_store_names: must have the form fileSearchStores/{id}`]);
  });
  return stores
    .flatMap((within) => search(world, { within, query, filters, count }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ score, chunk, document }) => {
      const { name = '', displayName, customMetadata = [] } = document;
      const { hidden = {} } = findRecord(world, 'chunks', chunk.name ?? '') ?? {};
      const text = chunk.data?.stringValue ?? '';
      const { page, mediaId } = hidden;
      const context = {
        title: displayName ?? name.slice(name.lastIndexOf('/') + 1),
        text,
        fileSearchStore: name.slice(0, name.indexOf('/documents/')),
        ...(page !== undefined && { pageNumber: page }),
        ...(mediaId !== undefined && { mediaId }),
        ...(customMetadata.length > 0 && {
          customMetadata: customMetadata as unknown as JsonObject[],
        }),
      };
      return { text, score, context };
    });
}

type Value = string | number;

const comparators: { readonly [sign: string]: (value: Value, wanted: Value) => boolean } = {
  '=': (value, wanted) => value === wanted,
  ':': (value, wanted) => value === wanted,
  '!=': (value, wanted) => value !== wanted,
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
};

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([()])|(<=|>=|!=|[=<>:])|([^\s()"'=<>!:]+))/uy;

/** Maximum nesting depth, to protect the stack. */
const MAX_DEPTH = 50;

interface Token {
  readonly kind: 'text' | 'bracket' | 'sign' | 'word';
  readonly text: string;
}

/**
 * Compiles an AIP-160 filter such as `genre = "fiction"` with AND, OR (higher precedence), NOT, and
 * parentheses. `key:*` tests for presence; lists match if any element matches. Throws 400 if invalid.
 */
export function metadataTest(filter: string): MetadataTest {
  const reader = new FilterReader(tokensOf(filter));
  const test = reader.expression(0);
  reader.end();
  return test;
}

function tokensOf(filter: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = filter.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end;) {
    const at = TOKEN.lastIndex;
    const [whole, text, bracket, sign, word] = TOKEN.exec(filter) ?? [];
    if (whole === undefined) throw invalid(`it can’t be read from character ${at + 1} on`);
    if (text !== undefined) {
      tokens.push({ kind: 'text', text: text.slice(1, -1).replaceAll(/\\(.)/gsu, '$1') });
    } else if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else tokens.push({ kind: 'word', text: word ?? '' });
  }
  return tokens;
}

class FilterReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expression(depth: number): MetadataTest {
    const tests = [this.#factor(depth)];
    while (this.#next && !this.#is('bracket', ')')) {
      this.#take('word', 'AND');
      tests.push(this.#factor(depth));
    }
    return (metadata) => tests.every((test) => test(metadata));
  }

  end(): void {
    if (this.#next) throw invalid(`${this.#next.text} is not expected there`);
  }

  #factor(depth: number): MetadataTest {
    const tests = [this.#term(depth)];
    while (this.#take('word', 'OR')) tests.push(this.#term(depth));
    return (metadata) => tests.some((test) => test(metadata));
  }

  #term(depth: number): MetadataTest {
    if (depth > MAX_DEPTH) throw invalid('it is nested too deeply');
    if (this.#take('word', 'NOT')) {
      const test = this.#term(depth + 1);
      return (metadata) => !test(metadata);
    }
    if (!this.#take('bracket', '(')) return this.#comparison();
    const test = this.expression(depth + 1);
    if (!this.#take('bracket', ')')) throw invalid('a bracket is not closed');
    return test;
  }

  #comparison(): MetadataTest {
    const key = this.#shift();
    const sign = this.#shift();
    const wanted = this.#shift();
    const compare = sign?.kind === 'sign' ? comparators[sign.text] : undefined;
    if (!key || !compare || !wanted || !isName(key) || !isName(wanted)) {
      throw invalid('a comparison is a key, a comparator and a value, such as genre = "fiction"');
    }
    if (sign?.text === ':' && wanted.kind === 'word' && wanted.text === '*') {
      return (metadata) => metadata.some((entry) => entry.key === key.text);
    }
    const value = valueOf(wanted);
    return (metadata) =>
      metadata.some(
        (entry) =>
          entry.key === key.text &&
          valuesOf(entry).some((one) => typeof one === typeof value && compare(one, value)),
      );
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #is(kind: Token['kind'], text: string): boolean {
    return this.#next?.kind === kind && this.#next.text === text;
  }

  #take(kind: Token['kind'], text: string): boolean {
    const isThere = this.#is(kind, text);
    if (isThere) this.#at += 1;
    return isThere;
  }

  #shift(): Token | undefined {
    const token = this.#next;
    this.#at += 1;
    return token;
  }
}

function isName({ kind }: Token): boolean {
  return kind === 'word' || kind === 'text';
}

function valueOf({ kind, text }: Token): Value {
  const number = Number(text);
  return kind === 'word' && Number.isFinite(number) ? Math.fround(number) : text;
}

function valuesOf({
  stringValue,
  stringListValue,
  numericValue,
}: CustomMetadata): readonly Value[] {
  // The live API stores 32-bit floats.
  if (numericValue !== undefined) return [Math.fround(numericValue)];
  return stringValue === undefined ? (stringListValue?.values ?? []) : [stringValue];
}

function invalid(problem: string): StatusError {
  return new StatusError(400, `Invalid metadata_filter: ${problem}.`);
}
