import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import { watchOperation } from '../../api/operationWatcher';
import { cancellableSleep } from '../../base/async';
import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import { isObject, items, type JsonObject, textAt } from '../../base/json';
import { nextDelay, waitPolicies } from '../../base/waitPolicies';
import type { SearchSettings } from './retrievalFile';
import { type CallDeps, runSearchCall } from './sources';

export interface SweptText {
  readonly title: string;
  readonly text: string;
}

/** Temporary documents with a unique mark, used to search and to find them. */
export interface TemporaryDocuments {
  /**
   * Creates the documents and waits until they are searchable. Throws request errors after deleting created documents.
   */
  make(texts: readonly SweptText[], size: ChunkSize, deps: MakeDeps): Promise<void>;
  within(settings: SearchSettings): SearchSettings;
  /** Deletes created documents. Never throws; returns those that remain. */
  remove(deps: MakeDeps): Promise<readonly LeftoverDocument[]>;
}

const BATCH = 100;

/** Corpus documents, chunked locally. */
export class CorpusDocuments implements TemporaryDocuments {
  readonly #corpus: string;
  readonly #mark: string;
  readonly #names: string[] = [];

  /** @param mark up to 30 lowercase letters and digits */
  constructor(corpus: string, mark: string) {
    this.#corpus = corpus;
    this.#mark = mark;
  }

  async make(texts: readonly SweptText[], size: ChunkSize, deps: MakeDeps): Promise<void> {
    const customMetadata = [{ key: SWEEP_KEY, stringValue: this.#mark }];
    for (const { title: displayName, text } of texts) {
      const name = `${this.#corpus}/documents/sweep-${this.#mark}-${this.#names.length + 1}`;
      // Saved before the request, since the document may be created even if the response is lost.
      this.#names.push(name);
      const body = { name, displayName, customMetadata };
      await runSearchCall('corpora.documents.create', { parent: this.#corpus, body }, deps);
      const chunks = cutText(text, size).map((stringValue, index) => ({
        parent: name,
        chunk: { name: `${name}/chunks/c${index + 1}`, data: { stringValue } },
      }));
      for (let from = 0; from < chunks.length; from += BATCH) {
        const requests = chunks.slice(from, from + BATCH);
        await runSearchCall(
          'corpora.documents.chunks.batchCreate',
          { parent: name, body: { requests } },
          deps,
        );
      }
    }
    for (const name of this.#names) await untilActive(name, deps);
  }

  within(settings: SearchSettings): SearchSettings {
    const conditions = [{ stringValue: this.#mark, operation: 'EQUAL' }];
    const own = { key: `document.custom_metadata.${SWEEP_KEY}`, conditions };
    return { ...settings, metadataFilters: [...(settings.metadataFilters ?? []), own] };
  }

  async remove(deps: MakeDeps): Promise<readonly LeftoverDocument[]> {
    const left: LeftoverDocument[] = [];
    for (const name of this.#names)
      left.push(...(await removalText('corpora.documents.delete', name, deps)));
    return left;
  }
}

/** Store documents, chunked by the server. */
export class StoreDocuments implements TemporaryDocuments {
  readonly #store: string;
  readonly #mark: string;
  #wasBegun = false;

  constructor(fileSearchStore: string, mark: string) {
    this.#store = fileSearchStore;
    this.#mark = mark;
  }

  async make(texts: readonly SweptText[], size: ChunkSize, deps: MakeDeps): Promise<void> {
    const { client, clock, signal } = deps;
    const whiteSpaceConfig = { maxTokensPerChunk: size.words, maxOverlapTokens: size.overlap };
    for (const { title: displayName, text } of texts) {
      const bytes = Buffer.from(text);
      this.#wasBegun = true;
      const begun = await client.upload(
        'media.uploadToFileSearchStore',
        {
          fileSearchStoreName: this.#store,
          body: {
            displayName,
            customMetadata: [{ key: SWEEP_KEY, stringValue: this.#mark }],
            chunkingConfig: { whiteSpaceConfig },
          },
          mimeType: 'text/plain',
          source: {
            size: bytes.length,
            async *read(from) {
              await Promise.resolve();
              yield bytes.subarray(from);
            },
          },
        },
        { signal },
      );
      const states = watchOperation(client, 'media.uploadToFileSearchStore', begun, {
        clock,
        signal,
      });
      // Ends once the document is searchable.
      for await (const _ of states);
    }
  }

  within(settings: SearchSettings): SearchSettings {
    const own = `${SWEEP_KEY} = "${this.#mark}"`;
    const { metadataFilter: given } = settings;
    return { ...settings, metadataFilter: given === undefined ? own : `(${given}) AND ${own}` };
  }

  async remove(deps: MakeDeps): Promise<readonly LeftoverDocument[]> {
    if (!this.#wasBegun) return [];
    const left: LeftoverDocument[] = [];
    try {
      const names = await markedDocuments(this.#store, (mark) => mark === this.#mark, deps);
      left.push(...(await removeDocuments(names, deps)));
    } catch (error) {
      left.push({ name: this.#store, problem: errorMessage(error) });
    }
    return left;
  }
}

/** Waits until all chunks of a document are active. */
async function untilActive(document: string, { client, clock, signal }: MakeDeps): Promise<void> {
  let pause: number | undefined;
  for (;;) {
    let isPending = false;
    const pages = client.pages(
      'corpora.documents.chunks.list',
      { parent: document, pageSize: BATCH },
      { signal },
    );
    for await (const { chunks = [] } of pages) {
      isPending ||= chunks.some(({ state }) => state === 'STATE_PENDING_PROCESSING');
    }
    if (!isPending) return;
    pause = nextDelay(waitPolicies.movingOperation, pause);
    await cancellableSleep(clock, pause, signal);
  }
}

export interface ChunkSize {
  readonly words: number;
  /** Words that a chunk shares with the previous one. */
  readonly overlap: number;
}

/** Splits a text at white space, which is unchanged within chunks. */
export function cutText(text: string, { words, overlap }: ChunkSize): readonly string[] {
  const found = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ]);
  const step = Math.max(1, words - overlap);
  const chunks: string[] = [];
  for (let first = 0; first < found.length; first += step) {
    const last = Math.min(first + words, found.length) - 1;
    chunks.push(text.slice(found[first]?.[0], found[last]?.[1]));
    if (last === found.length - 1) break;
  }
  return chunks;
}

/** Metadata key of temporary documents, whose value is the mark of their comparison. */
const SWEEP_KEY = 'retrieval_sweep';

interface MakeDeps extends CallDeps {
  readonly client: Pick<Client, 'call' | 'pages' | 'upload'>;
  readonly clock: Clock;
}

export interface LeftoverDocument {
  readonly name: string;
  readonly problem: string;
}

/** Returns the names of documents with a comparison's mark. Throws request errors. */
export async function markedDocuments(
  place: string,
  isMark: (mark: string) => boolean,
  { client, signal }: Pick<MakeDeps, 'client' | 'signal'>,
): Promise<readonly string[]> {
  const list = isStore(place) ? 'fileSearchStores.documents.list' : 'corpora.documents.list';
  const names: string[] = [];
  for await (const { documents = [] } of client.pages(list, { parent: place }, { signal })) {
    for (const one of documents) if (hasMark(one, isMark)) names.push(one.name ?? '');
  }
  return names;
}

function hasMark({ customMetadata }: JsonObject, isMark: (mark: string) => boolean): boolean {
  return items(customMetadata)
    .filter(isObject)
    .some((one) => textAt(one, 'key') === SWEEP_KEY && isMark(textAt(one, 'stringValue')));
}

/** Deletes documents in corpora or stores. Returns the remaining ones with the reason. */
export async function removeDocuments(
  names: readonly string[],
  deps: MakeDeps,
): Promise<readonly LeftoverDocument[]> {
  const left: LeftoverDocument[] = [];
  for (const name of names) {
    const id = isStore(name) ? 'fileSearchStores.documents.delete' : 'corpora.documents.delete';
    left.push(...(await removalText(id, name, deps)));
  }
  return left;
}

async function removalText(
  id: 'corpora.documents.delete' | 'fileSearchStores.documents.delete',
  name: string,
  deps: MakeDeps,
): Promise<readonly LeftoverDocument[]> {
  try {
    await runSearchCall(id, { name, force: true }, deps);
    return [];
  } catch (error) {
    // The document was already deleted or never created.
    if (error instanceof ServiceError && error.httpStatus === 404) return [];
    return [{ name, problem: errorMessage(error) }];
  }
}

function isStore(name: string): boolean {
  return name.startsWith('fileSearchStores/');
}
