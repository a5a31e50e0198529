import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import { AppError, CancelledError } from '../../base/errors';
import { type Factor, tooLarge, tooManyCells } from '../promptTests';
import {
  type ChunkSize,
  CorpusDocuments,
  type LeftoverDocument,
  StoreDocuments,
  type SweptText,
  type TemporaryDocuments,
  cutText,
} from './temporaryDocuments';
import type { FoundQuestion, RetrievalHead, Source, Sweep, SweptDocument } from './retrievalFile';
import type { QuestionResult, RetrievalEvent } from './retrievalResult';
import {
  type PlannedQuestion,
  planQuestions,
  type RetrievalDeps,
  runRetrieval,
  totalsOf,
  unmeasuredQuestion,
} from './runRetrieval';

export interface SweepDeps extends RetrievalDeps {
  readonly client: Pick<Client, 'call' | 'pages' | 'upload'>;
  /** Returns the text of a document. Throws `AppError` if unreadable. */
  readonly read: (document: SweptDocument, signal: AbortSignal) => Promise<string>;
  readonly confirm: (question: SweepQuestion) => Promise<boolean>;
  readonly newMark: () => string;
}

export interface SweepQuestion {
  readonly within: string;
  readonly documents: number;
  readonly sizes: readonly ChunkSize[];
}

export type SweepEvent =
  | RetrievalEvent
  | { readonly kind: 'making'; readonly variant: string; readonly documents: number }
  /** Documents that couldn't be deleted. The consumer must report them. */
  | {
      readonly kind: 'left';
      readonly documents: readonly LeftoverDocument[];
      readonly removeAgain: () => Promise<readonly LeftoverDocument[]>;
    };

/** Combines each size with the overlaps below it. */
function sizesOf({ sizes, overlaps = [0] }: Sweep): readonly ChunkSize[] {
  return sizes.flatMap((words) =>
    overlaps.filter((overlap) => overlap < words).map((overlap) => ({ words, overlap })),
  );
}

export function sweepQuestionText({ documents, within, sizes }: SweepQuestion): string {
  return documents === 1
    ? l10n.t('Create 1 temporary document in {0}, search it, and delete it?', within)
    : l10n.t(
        'Create {0} temporary documents in {1} to compare {2} chunk sizes, search them, and delete them?',
        documents,
        within,
        sizes.length,
      );
}

/**
 * Creates temporary documents for each chunk size, runs the tests, and always deletes the documents. Yields nothing if
 * declined. Throws errors of reading texts, and `AppError` if there are too many requests.
 */
export async function* runSweep(
  head: RetrievalHead & { readonly sweep: Sweep },
  questions: readonly FoundQuestion[],
  deps: SweepDeps,
  signal: AbortSignal,
): AsyncGenerator<SweepEvent> {
  const { sweep, source } = head;
  const sizes = sizesOf(sweep);
  requireMaxQueries(sizes, head, questions);
  const texts: SweptText[] = [];
  for (const document of sweep.documents) {
    const title = document.title ?? document.path.slice(document.path.lastIndexOf('/') + 1);
    texts.push({ title, text: await deps.read(document, signal) });
  }
  const within = placeOf(source);
  if (within !== undefined) {
    const wanted = { within, documents: sizes.length * texts.length, sizes };
    if (!(await deps.confirm(wanted))) return;
  }
  const results: QuestionResult[] = [];
  const mark = deps.newMark();
  for (const [index, size] of sizes.entries()) {
    if (signal.aborted) break;
    const label = sizeLabel(size);
    for await (const event of measureSize(
      head,
      questions,
      { texts, size, label },
      `${mark}x${index}`,
      deps,
      signal,
    )) {
      if (event.kind === 'ended') continue;
      if (event.kind === 'question') results.push(event.result);
      yield event;
    }
  }
  yield { kind: 'ended', totals: totalsOf(head, results, signal.aborted) };
}

/** Throws `AppError` if there are too many requests. */
function requireMaxQueries(
  sizes: readonly ChunkSize[],
  { settings = [] }: RetrievalHead,
  questions: readonly FoundQuestion[],
): void {
  const factors: readonly Factor[] = [
    { name: 'questions', count: questions.length, at: [] },
    { name: 'settings', count: Math.max(1, settings.length), at: [] },
    { name: 'sizes', count: sizes.length, at: [] },
  ];
  if (tooLarge(factors)) throw new AppError('tooMany', tooManyCells(factors).message);
}

interface Cut {
  readonly texts: readonly SweptText[];
  readonly size: ChunkSize;
  readonly label: string;
}

async function* measureSize(
  head: RetrievalHead,
  questions: readonly FoundQuestion[],
  { texts, size, label }: Cut,
  mark: string,
  deps: SweepDeps,
  signal: AbortSignal,
): AsyncGenerator<SweepEvent> {
  const { client, clock } = deps;
  const documents = temporaryDocuments(head.source, mark);
  const planned = planQuestions(head, questions).map((one): PlannedQuestion => {
    const variant = [label, one.variant].filter(Boolean).join(' · ');
    const settings = documents?.within(one.settings) ?? one.settings;
    return { ...one, id: `${one.id}#${label}`, variant, settings };
  });
  for (const one of planned.filter(expectsNames)) {
    const problem = l10n.t(
      'Chunk-size comparisons create new chunks. Identify the expected result by text or title.',
    );
    yield { kind: 'question', result: unmeasuredQuestion(one, problem) };
  }
  const all = planned.filter((one) => !expectsNames(one));
  if (!documents) {
    const cut = { ...head, source: cutSource(head.source, texts, size) };
    yield* runRetrieval(cut, all, deps, signal);
    return;
  }
  try {
    yield { kind: 'making', variant: label, documents: texts.length };
    await documents.make(texts, size, { client, clock, signal });
    yield* runRetrieval(searchedHead(head), all, deps, signal);
  } catch (error) {
    if (!CancelledError.is(error) && !signal.aborted) throw error;
  } finally {
    // Cleanup must not be canceled.
    const { signal: never } = new AbortController();
    const removeAgain = (): Promise<readonly LeftoverDocument[]> =>
      documents.remove({ client, clock, signal: never });
    const left = await removeAgain();
    if (left.length > 0) yield { kind: 'left', documents: left, removeAgain };
  }
}

/** Whether the test expects existing documents or chunks, which have other names in a comparison. */
function expectsNames({ question: { expect } }: PlannedQuestion): boolean {
  return expect.some((one) => 'chunk' in one || 'document' in one);
}

/** Returns the parent of temporary documents. Undefined if the source has none. */
function placeOf(source: Source): string | undefined {
  if ('corpus' in source) return source.corpus;
  if ('document' in source) return source.document.split('/').slice(0, 2).join('/');
  return 'fileSearchStore' in source ? source.fileSearchStore : undefined;
}

function temporaryDocuments(source: Source, mark: string): TemporaryDocuments | undefined {
  const place = placeOf(source);
  if (place === undefined) return undefined;
  return 'fileSearchStore' in source
    ? new StoreDocuments(place, mark)
    : new CorpusDocuments(place, mark);
}

/** Searches the entire corpus, since temporary documents are siblings of the document. */
function searchedHead(head: RetrievalHead): RetrievalHead {
  const { source } = head;
  return 'document' in source ? { ...head, source: { corpus: placeOf(source) ?? '' } } : head;
}

function cutSource(source: Source, texts: readonly SweptText[], size: ChunkSize): Source {
  if (!('passages' in source)) return source;
  const passages = texts.flatMap(({ title, text }) =>
    cutText(text, size).map((piece, index) => ({
      id: `${title}#${index + 1}`,
      title,
      text: piece,
    })),
  );
  return { ...source, passages };
}

function sizeLabel({ words, overlap }: ChunkSize): string {
  if (overlap === 0) return l10n.t('{0} words', words);
  return l10n.t('{0} words, {1} overlapping', words, overlap);
}
