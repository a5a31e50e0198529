import type { JsonObject } from '../../base/json';
import { matchesName } from '../../api/names';
import { generationLimits, storeLimits } from '../../api/schema/fieldLimits';
import { valueRange } from '../../api/schema/limits';
import {
  integer,
  jsonObject,
  list,
  number,
  object,
  record,
  type Shape,
  ShapeError,
  text,
} from '../../webview/shape';
import { relativePath } from '../../conversation/model/promptFile';
import { type CasePlace, type CaseProblem, JsonPlaces, type RelativePath } from '../case';
import { type Factor, tooLarge, tooManyCells } from '../promptTests';
import { CUT_MEASURES, type Expectation, type Figures } from './rank';

export const RETRIEVAL_ENDING = '.retrieval.json';

export type Source =
  | { readonly corpus: string }
  | { readonly document: string }
  | {
      readonly fileSearchStore: string;
      /** The model that searches the store. Only its citations are visible. */
      readonly model: string;
    }
  | {
      readonly passages: readonly Passage[];
      readonly model: string;
    };

/** A text that is compared locally and never stored on the server. */
export interface Passage {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

/** Search settings. Those of other sources are ignored. */
export interface SearchSettings {
  readonly name?: string;
  readonly results?: number;
  readonly model?: string;
  /** Corpora and documents only, in API format. */
  readonly metadataFilters?: readonly JsonObject[];
  /** Stores only, such as `year >= 2020`. */
  readonly metadataFilter?: string;
  readonly dimensions?: number;
}

export type Floors = Figures;

interface RetrievalQuestion {
  /** Unique within the file. Default: the question. */
  readonly name?: string;
  readonly question: string;
  readonly expect: readonly Expectation[];
  /** Corpora and documents only. Added to the filters of the settings. */
  readonly metadataFilters?: readonly JsonObject[];
  readonly atLeast?: Floors;
  readonly tags?: readonly string[];
}

export interface Sweep {
  readonly documents: readonly SweptDocument[];
  readonly sizes: readonly number[];
  /** Words that a chunk shares with the previous one. Default: 0. */
  readonly overlaps?: readonly number[];
}

export interface SweptDocument {
  readonly path: RelativePath;
  /** Default: file name. */
  readonly title?: string;
}

export interface RetrievalHead {
  readonly source: Source;
  readonly at?: readonly number[];
  readonly settings?: readonly SearchSettings[];
  /** Minimum of the means over all questions. */
  readonly atLeast?: Floors;
  /** Default minimum of each question. */
  readonly eachAtLeast?: Floors;
  readonly sweep?: Sweep;
}

/** Default cutoffs. */
export const DEFAULT_AT = [1, 3, 5, 10] as const;
const MAX_RESULTS = valueRange('QueryCorpusRequest', 'resultsCount')[1];

const CORPUS = 'corpora/*';
const DOCUMENT = 'corpora/*/documents/*';
const CHUNK = `${DOCUMENT}/chunks/*`;
const STORE = 'fileSearchStores/*';
const MODEL = 'models/*';

const LONG = 1_000_000;
const line = text(10_000);
const MANY = 10_000;

/** Creates the shape of a resource name such as `corpora/*`. */
function named(pattern: string): Shape<string> {
  return {
    parse(given, path = '') {
      const name = line.parse(given, path);
      if (matchesName(pattern, name)) return name;
      throw new ShapeError(path, `a name such as ${pattern.replaceAll('*', 'my-id')}`);
    },
  };
}

/** Creates the shape of a union whose types each have a distinct field. */
function oneField<T>(shapes: { readonly [field: string]: Shape<T> }): Shape<T> {
  const names = Object.keys(shapes);
  return {
    parse(given, path = '') {
      object({}).parse(given, path);
      const [field = '', ...others] = names.filter((name) => Object.hasOwn(given as object, name));
      const found = shapes[field];
      if (found && others.length === 0) return found.parse(given, path);
      throw new ShapeError(path, `an object with one of ${names.join(', ')}`);
    },
  };
}

const passage = object({ id: line, text: text(LONG) }, { title: line });

const source = oneField<Source>({
  corpus: object({ corpus: named(CORPUS) }),
  document: object({ document: named(DOCUMENT) }),
  fileSearchStore: object({ fileSearchStore: named(STORE), model: named(MODEL) }),
  passages: object({ passages: list(passage, MANY), model: named(MODEL) }),
});

const metadataFilters = list(jsonObject(), 100);
const dimensions = generationLimits.outputDimensionality;
const searchSettings: Shape<SearchSettings> = object(
  {},
  {
    name: line,
    results: integer(1, MAX_RESULTS),
    model: named(MODEL),
    metadataFilters,
    metadataFilter: line,
    dimensions: integer(dimensions.minimum, 100_000),
  },
);

const relevance = { relevance: number(0.001, 1000) };
const objectExpected = oneField<Expectation>({
  chunk: object({ chunk: line }, relevance),
  document: object({ document: named(DOCUMENT) }, relevance),
  title: object({ title: line }, relevance),
  text: object({ text: text(LONG) }, relevance),
});

/** Document names are recognized by their form; other names are chunks or passages. */
const expectation: Shape<Expectation> = {
  parse(given, path = '') {
    if (typeof given !== 'string') return objectExpected.parse(given, path);
    const name = line.parse(given, path);
    if (name.trim() === '')
      throw new ShapeError(path, `a name such as ${CHUNK.replaceAll('*', 'my-id')}`);
    return matchesName(DOCUMENT, name) ? { document: name } : { chunk: name };
  },
};

const FIGURE = new RegExp(`^(mrr|(${CUT_MEASURES.join('|')})@[1-9]\\d{0,3})$`);

const floors: Shape<Floors> = {
  parse(given, path = '') {
    const found = record(number(0, 1)).parse(given, path);
    if (Object.keys(found).every((figure) => FIGURE.test(figure))) return found;
    throw new ShapeError(path, 'metrics with minimum values, such as recall@5, ndcg@10, or mrr');
  },
};

const questionShape: Shape<RetrievalQuestion> = {
  parse(given, path = '') {
    const found = object(
      { question: text(LONG), expect: list(expectation, MANY) },
      { name: line, metadataFilters, atLeast: floors, tags: list(line, 100) },
    ).parse(given, path);
    if (found.expect.length > 0) return found;
    throw new ShapeError(`${path}.expect`, 'a list with at least one chunk, document, or text');
  },
};

const document: Shape<SweptDocument> = object({ path: relativePath }, { title: line });
const words = integer(1, storeLimits.tokensPerChunk);
const sweep: Shape<Sweep> = object(
  { documents: list(document, 100), sizes: list(words, 20) },
  { overlaps: list(integer(0, storeLimits.tokensPerChunk - 1), 20) },
);

const headShapes = {
  source,
  at: list(integer(1, MAX_RESULTS), 20),
  settings: list(searchSettings, 100),
  atLeast: floors,
  eachAtLeast: floors,
  sweep,
} as const satisfies { readonly [F in keyof RetrievalHead]: Shape<RetrievalHead[F]> };

export interface FoundQuestion extends RetrievalQuestion {
  readonly name: string;
  readonly place: CasePlace;
}

export interface RetrievalFile {
  /** Undefined, with a problem, if the source is invalid. */
  readonly head?: RetrievalHead;
  readonly questions: readonly FoundQuestion[];
  readonly problems: readonly CaseProblem[];
}

/** Reads a retrieval test file. Never throws; invalid parts become problems. */
export function readRetrieval(text: string, uri: string): RetrievalFile {
  const places = new JsonPlaces(text, uri);
  const { problems } = places;
  const file = places.object();
  if (!file) return { questions: [], problems };

  const parts = Object.entries(headShapes).flatMap(([name, shape]: [string, Shape<unknown>]) => {
    const given = file[name];
    if (given === undefined && name !== 'source') return [];
    const found = places.attempt([name], () => shape.parse(given, name));
    return found === undefined ? [] : [[name, found] as const];
  });
  const head: Partial<RetrievalHead> = Object.fromEntries(parts);

  const given = places.attempt(['questions'], () =>
    list({ parse: (value: unknown) => value }, MAX_QUESTIONS).parse(file.questions, 'questions'),
  );
  const names = new Map<string, number>();
  const questions = (given ?? []).flatMap((value, index) => {
    const at = ['questions', index];
    const found = places.attempt(at, () => questionShape.parse(value, `questions[${index}]`));
    if (!found) return [];
    const name = unique(nameOf(found), names);
    return [{ ...found, name, place: places.placeOf(at) }];
  });
  const { source, settings = [] } = head;
  const factors: readonly Factor[] = [
    { name: 'questions', count: questions.length, at: ['questions'] },
    { name: 'settings', count: Math.max(1, settings.length), at: ['settings'] },
  ];
  if (tooLarge(factors)) {
    const { at, message } = tooManyCells(factors);
    problems.push(places.problemAt(at, message));
    return { ...(source && { head: { ...head, source } }), questions: [], problems };
  }
  return { ...(source && { head: { ...head, source } }), questions, problems };
}

/** Maximum questions per file. */
const MAX_QUESTIONS = 100_000;

/** Adds a number to duplicate names. */
function unique(name: string, names: Map<string, number>): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : unique(`${name} (${count})`, names);
}

function nameOf({ name = '', question }: RetrievalQuestion): string {
  return name.trim() === '' ? question.trim() : name.trim();
}
