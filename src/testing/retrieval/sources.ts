import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import type { OperationId } from '../../api/operations';
import type { CallInput } from '../../api/request';
import { AppError } from '../../base/errors';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import type { SearchHit } from './rank';
import type { Passage, SearchSettings, Source } from './retrievalFile';

export interface SearchDeps extends CallDeps {
  /** Cached for all questions. */
  readonly vectors: PassageVectors;
}

type KindOf<S> = S extends unknown ? Exclude<keyof S, 'model'> : never;
type SourceKind = KindOf<Source>;
type SourceOf<K extends SourceKind> = Extract<Source, { readonly [F in K]: unknown }>;

interface SourceRow<K extends SourceKind> {
  /** Whether only citations are visible, which have no rank. Metrics are named accordingly. */
  readonly isCited: boolean;
  readonly search: (
    source: SourceOf<K>,
    question: string,
    settings: SearchSettings,
    deps: SearchDeps,
  ) => Promise<SearchOutcome>;
}

const sources: { readonly [K in SourceKind]: SourceRow<K> } = {
  corpus: {
    isCited: false,
    search: ({ corpus: name }, query, settings, deps) =>
      queried('corpora.query', name, query, settings, deps),
  },
  document: {
    isCited: false,
    search: ({ document: name }, query, settings, deps) =>
      queried('corpora.documents.query', name, query, settings, deps),
  },
  fileSearchStore: { isCited: true, search: cited },
  passages: { isCited: false, search: nearestPassages },
};

function kindOf(source: Source): SourceKind {
  const kinds = Object.keys(sources) as SourceKind[];
  // Validation ensures that one matches.
  return kinds.find((kind) => Object.hasOwn(source, kind)) ?? 'passages';
}

export function isCited(source: Source): boolean {
  return sources[kindOf(source)].isCited;
}

/** Runs a search. Throws request errors. */
export function search(
  source: Source,
  question: string,
  settings: SearchSettings,
  deps: SearchDeps,
): Promise<SearchOutcome> {
  const row: SourceRow<SourceKind> = sources[kindOf(source)];
  return row.search(source as never, question, settings, deps);
}

async function queried(
  id: 'corpora.query' | 'corpora.documents.query',
  name: string,
  query: string,
  { results, metadataFilters }: SearchSettings,
  deps: SearchDeps,
): Promise<SearchOutcome> {
  const body = {
    query,
    ...(results !== undefined && { resultsCount: results }),
    ...(metadataFilters && { metadataFilters }),
  };
  const answer = await runSearchCall(id, { name, body }, deps);
  const found = items(answer.relevantChunks)
    .filter(isObject)
    .map((one): SearchHit => {
      const chunk = objectAt(one, 'chunk');
      const title = textAt(objectAt(one, 'document'), 'displayName');
      const { chunkRelevanceScore: score } = one;
      return {
        chunk: textAt(chunk, 'name'),
        text: textAt(objectAt(chunk, 'data'), 'stringValue'),
        ...(title !== '' && { title }),
        ...(typeof score === 'number' && { score }),
      };
    });
  return { found };
}

async function cited(
  source: SourceOf<'fileSearchStore'>,
  question: string,
  { results, metadataFilter, model = source.model }: SearchSettings,
  deps: SearchDeps,
): Promise<SearchOutcome> {
  const fileSearch = {
    fileSearchStoreNames: [source.fileSearchStore],
    ...(results !== undefined && { topK: results }),
    ...(metadataFilter !== undefined && { metadataFilter }),
  };
  const body = {
    contents: [{ role: 'user', parts: [{ text: question }] }],
    tools: [{ fileSearch }],
  };
  const answer = await runSearchCall('models.generateContent', { model, body }, deps);
  const [candidate] = items(answer.candidates).filter(isObject);
  const { totalTokenCount: tokens } = objectAt(answer, 'usageMetadata');
  const found = items(objectAt(candidate ?? {}, 'groundingMetadata').groundingChunks)
    .filter(isObject)
    .map((one) => objectAt(one, 'retrievedContext'))
    .map((one): SearchHit => {
      const title = textAt(one, 'title');
      return { text: textAt(one, 'text'), ...(title !== '' && { title }) };
    });
  return { found, ...(typeof tokens === 'number' && { tokens }) };
}

export interface CallDeps {
  readonly client: Pick<Client, 'call'>;
  readonly signal: AbortSignal;
}

export interface SearchOutcome {
  readonly found: readonly SearchHit[];
  /** As reported by the API. Undefined if missing. */
  readonly tokens?: number;
}

/** Calls an API method. Throws errors of the client, including for invalid input. */
export async function runSearchCall<I extends OperationId>(
  id: I,
  input: JsonObject,
  { client, signal }: CallDeps,
): Promise<JsonObject> {
  // Test files are untyped; the client validates the input.
  const given = input as unknown as CallInput<I>;
  return await client.call(id, given, { signal });
}

/** Maximum texts per request (embeddings guide). */
const BATCH = 100;
const DEFAULT_RESULTS = 10;

type Vector = readonly number[];
type Model = Pick<SearchSettings, 'dimensions'> & { readonly model: string };

export class PassageVectors {
  readonly #known = new Map<string, Promise<readonly Vector[]>>();

  ofPassages(
    passages: readonly Passage[],
    model: Model,
    deps: CallDeps,
  ): Promise<readonly Vector[]> {
    const key = `${model.model} ${model.dimensions ?? ''}`;
    const known = this.#known.get(key);
    if (known) return known;
    const texts = passages.map(({ text }) => text);
    const fetched = this.#vectors(texts, model, 'RETRIEVAL_DOCUMENT', deps);
    this.#known.set(key, fetched);
    // Retries with the next question.
    fetched.catch(() => this.#known.delete(key));
    return fetched;
  }

  async ofQuestion(question: string, model: Model, deps: CallDeps): Promise<Vector> {
    const [vector = []] = await this.#vectors([question], model, 'RETRIEVAL_QUERY', deps);
    return vector;
  }

  async #vectors(
    texts: readonly string[],
    { model, dimensions }: Model,
    taskType: string,
    deps: CallDeps,
  ): Promise<readonly Vector[]> {
    const vectors: Vector[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      const requests = texts.slice(from, from + BATCH).map((text) => ({
        model,
        content: { parts: [{ text }] },
        taskType,
        ...(dimensions !== undefined && { outputDimensionality: dimensions }),
      }));
      const body = { requests };
      vectors.push(
        ...vectorsIn(await runSearchCall('models.batchEmbedContents', { model, body }, deps)),
      );
    }
    if (vectors.length === texts.length) return vectors;
    throw new AppError('badAnswer', l10n.t('The API didn’t return an embedding for each text.'));
  }
}

function vectorsIn(answer: JsonObject): readonly Vector[] {
  return items(answer.embeddings)
    .filter(isObject)
    .map(({ values }) => items(values).map(Number));
}

/** Returns the passages closest to a question. Ties are in file order. */
async function nearestPassages(
  { passages, model: ofSource }: Extract<Source, { readonly passages: unknown }>,
  question: string,
  { results = DEFAULT_RESULTS, model = ofSource, dimensions }: SearchSettings,
  deps: CallDeps & { readonly vectors: PassageVectors },
): Promise<SearchOutcome> {
  const by = { model, ...(dimensions !== undefined && { dimensions }) };
  const { vectors } = deps;
  const known = await vectors.ofPassages(passages, by, deps);
  const asked = await vectors.ofQuestion(question, by, deps);
  const ranked = passages
    .map(({ id, title, text }, index) => ({
      chunk: id,
      text,
      score: cosine(asked, known[index] ?? []),
      ...(title !== undefined && { title }),
    }))
    .sort((one, other) => other.score - one.score);
  return { found: ranked.slice(0, results) };
}

/** From -1 to 1, and 0 for zero vectors. */
function cosine(one: Vector, other: Vector): number {
  const length = Math.hypot(...one) * Math.hypot(...other);
  const dot = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return length === 0 ? 0 : dot / length;
}
