import type { JsonObject } from '../../base/json';
import { matchesName } from '../../api/names';
import { generationLimits, storeLimits } from '../../api/schema/fieldLimits';
import { rangeOf } from '../../api/schema/limits';
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
import type { RelativePath } from '../case';
import { CUT_MEASURES, type Figures } from './metrics';
import type { Expectation } from './rank';

/** How the names of retrieval files end. */
export const RETRIEVAL_ENDING = '.retrieval.json';

/** Where is searched. */
export type Source =
  | { readonly corpus: string }
  | { readonly document: string }
  | {
      readonly fileSearchStore: string;
      /** The model that is asked: only what it cites is seen of a search. */
      readonly model: string;
    }
  | {
      readonly passages: readonly Passage[];
      /** The model of whose vectors the nearest count. */
      readonly model: string;
    };

/** A text that is compared here, and kept nowhere. */
export interface Passage {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

/** How is searched. What does not belong to the source is not looked at. */
export interface SearchSettings {
  /** Told apart from the others by it. */
  readonly name?: string;
  /** Most of them. */
  readonly results?: number;
  /** In place of that of the source. */
  readonly model?: string;
  /** Of corpora and documents, as the service takes them. */
  readonly metadataFilters?: readonly JsonObject[];
  /** Of stores, such as `year >= 2020`. */
  readonly metadataFilter?: string;
  /** Numbers of a vector. */
  readonly dimensions?: number;
}

/** The least that figures have to be. */
export type Floors = Figures;

export interface RetrievalQuestion {
  /** Told apart from the others by it; the question where absent. */
  readonly name?: string;
  readonly question: string;
  readonly expect: readonly Expectation[];
  /** Of corpora and documents: conditions that hold besides those of the settings. */
  readonly metadataFilters?: readonly JsonObject[];
  /** In place of that of the file. */
  readonly atLeast?: Floors;
  readonly tags?: readonly string[];
}

/** Texts from which temporary documents are made, and how these are cut. */
export interface Sweep {
  readonly documents: readonly SweptDocument[];
  /** Words of a chunk. */
  readonly sizes: readonly number[];
  /** Words at the end of a chunk that the next one begins with; none where absent. */
  readonly overlaps?: readonly number[];
}

export interface SweptDocument {
  readonly path: RelativePath;
  /** The name of its file where absent. */
  readonly title?: string;
}

/** What a retrieval file says besides its questions. */
export interface RetrievalHead {
  readonly source: Source;
  /** How many of the first results are looked at. */
  readonly at?: readonly number[];
  readonly settings?: readonly SearchSettings[];
  /** For the means over all questions. */
  readonly atLeast?: Floors;
  /** For each question that says nothing of its own. */
  readonly eachAtLeast?: Floors;
  readonly sweep?: Sweep;
}

/** Results that are looked at where the file does not say how many. */
export const DEFAULT_AT = [1, 3, 5, 10] as const;
export const MOST_RESULTS = rangeOf('QueryCorpusRequest', 'resultsCount')[1];

const CORPUS = 'corpora/*';
const DOCUMENT = 'corpora/*/documents/*';
const CHUNK = `${DOCUMENT}/chunks/*`;
const STORE = 'fileSearchStores/*';
const MODEL = 'models/*';

const LONG = 1_000_000;
const line = text(10_000);
const MANY = 10_000;

/** A resource name of a form such as `corpora/*`. */
function named(pattern: string): Shape<string> {
  return {
    parse(given, path = '') {
      const name = line.parse(given, path);
      if (matchesName(pattern, name)) return name;
      throw new ShapeError(path, `a name such as ${pattern.replaceAll('*', 'my-id')}`);
    },
  };
}

/** An object that has one of these fields, and says by it what it is. */
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
    results: integer(1, MOST_RESULTS),
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

/** A name alone says whether it is that of a document; every other one is of a chunk, or of a passage. */
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
    throw new ShapeError(path, 'figures such as recall@5, ndcg@10 or mrr, with their least values');
  },
};

/** Checks one question of a file. */
export const questionShape: Shape<RetrievalQuestion> = {
  parse(given, path = '') {
    const found = object(
      { question: text(LONG), expect: list(expectation, MANY) },
      { name: line, metadataFilters, atLeast: floors, tags: list(line, 100) },
    ).parse(given, path);
    if (found.expect.length > 0) return found;
    throw new ShapeError(`${path}.expect`, 'a list with at least one chunk, document or text');
  },
};

const document: Shape<SweptDocument> = object({ path: relativePath }, { title: line });
const words = integer(1, storeLimits.tokensPerChunk);
const sweep: Shape<Sweep> = object(
  { documents: list(document, 100), sizes: list(words, 20) },
  { overlaps: list(integer(0, storeLimits.tokensPerChunk - 1), 20) },
);

/** Checks each part of a file but its questions. */
export const headShapes = {
  source,
  at: list(integer(1, MOST_RESULTS), 20),
  settings: list(searchSettings, 100),
  atLeast: floors,
  eachAtLeast: floors,
  sweep,
} as const satisfies { readonly [F in keyof RetrievalHead]: Shape<RetrievalHead[F]> };
