import { isObject, items, objectAt, textAt } from '../../base/json';
import type { SearchHit } from './rank';
import { nearestPassages, type PassageVectors } from './passages';
import type { SearchSettings, Source } from './retrievalFile';
import { runSearchCall, type CallDeps, type SearchOutcome } from './searchCall';

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
