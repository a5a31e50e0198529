import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import { watchOperation } from '../../api/operationWatcher';
import { cancellableSleep } from '../../base/async';
import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import { items, isObject, type JsonObject, textAt } from '../../base/json';
import { nextDelay, waitPolicies } from '../../base/waitPolicies';
import { type ChunkSize, cutText } from './cutText';
import type { SearchSettings } from './retrievalFile';
import { called, type CallDeps } from './searchCall';

/** A text of which a temporary document is made. */
export interface SweptText {
  readonly title: string;
  readonly text: string;
}

export interface MakeDeps extends CallDeps {
  readonly client: Pick<Client, 'call' | 'pages' | 'upload'>;
  readonly clock: Clock;
}

/** A document that is still there though it should be gone. */
export interface LeftDocument {
  readonly name: string;
  /** Why; a sentence. */
  readonly problem: string;
}

/** Documents that are there for a search only. They have a mark of their own, by which they are searched and found. */
export interface TemporaryDocuments {
  /** Makes them, and waits until they can be searched. Throws what calls throw; what was made by then is removed too. */
  make(texts: readonly SweptText[], size: ChunkSize, deps: MakeDeps): Promise<void>;
  /** Settings that search only in them. */
  within(settings: SearchSettings): SearchSettings;
  /** Removes whatever was made. Never throws: what could not be removed is answered. */
  remove(deps: MakeDeps): Promise<readonly LeftDocument[]>;
}

/** Metadata that all of them have. */
const KEY = 'retrieval_sweep';
const BATCH = 100;

/** Documents of a corpus, which are cut here. */
export class CorpusDocuments implements TemporaryDocuments {
  readonly #corpus: string;
  readonly #mark: string;
  readonly #names: string[] = [];

  /** @param mark lower-case letters and digits, at most 30 */
  constructor(corpus: string, mark: string) {
    this.#corpus = corpus;
    this.#mark = mark;
  }

  async make(texts: readonly SweptText[], size: ChunkSize, deps: MakeDeps): Promise<void> {
    const customMetadata = [{ key: KEY, stringValue: this.#mark }];
    for (const { title: displayName, text } of texts) {
      const name = `${this.#corpus}/documents/sweep-${this.#mark}-${this.#names.length + 1}`;
      // Known before it is asked for: it may be made although nobody hears of it.
      this.#names.push(name);
      const body = { name, displayName, customMetadata };
      await called('corpora.documents.create', { parent: this.#corpus, body }, deps);
      const chunks = cutText(text, size).map((stringValue, index) => ({
        parent: name,
        chunk: { name: `${name}/chunks/c${index + 1}`, data: { stringValue } },
      }));
      for (let from = 0; from < chunks.length; from += BATCH) {
        const requests = chunks.slice(from, from + BATCH);
        await called(
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
    const own = { key: `document.custom_metadata.${KEY}`, conditions };
    return { ...settings, metadataFilters: [...(settings.metadataFilters ?? []), own] };
  }

  async remove(deps: MakeDeps): Promise<readonly LeftDocument[]> {
    const left: LeftDocument[] = [];
    for (const name of this.#names)
      left.push(...(await removed('corpora.documents.delete', name, deps)));
    return left;
  }
}

/** Documents of a store, which the service cuts. */
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
            customMetadata: [{ key: KEY, stringValue: this.#mark }],
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
      // Over once it can be searched.
      for await (const _ of states);
    }
  }

  within(settings: SearchSettings): SearchSettings {
    const own = `${KEY} = "${this.#mark}"`;
    const { metadataFilter: given } = settings;
    return { ...settings, metadataFilter: given === undefined ? own : `(${given}) AND ${own}` };
  }

  async remove(deps: MakeDeps): Promise<readonly LeftDocument[]> {
    if (!this.#wasBegun) return [];
    const left: LeftDocument[] = [];
    try {
      const { client, signal } = deps;
      const names: string[] = [];
      const pages = client.pages(
        'fileSearchStores.documents.list',
        { parent: this.#store },
        { signal },
      );
      for await (const { documents = [] } of pages) {
        names.push(
          ...documents.filter((one) => this.#isOwn(one as JsonObject)).map(({ name = '' }) => name),
        );
      }
      for (const name of names) {
        left.push(...(await removed('fileSearchStores.documents.delete', name, deps)));
      }
    } catch (error) {
      left.push({ name: this.#store, problem: errorMessage(error) });
    }
    return left;
  }

  #isOwn({ customMetadata }: JsonObject): boolean {
    return items(customMetadata)
      .filter(isObject)
      .some((one) => textAt(one, 'key') === KEY && textAt(one, 'stringValue') === this.#mark);
  }
}

async function removed(
  id: 'corpora.documents.delete' | 'fileSearchStores.documents.delete',
  name: string,
  deps: MakeDeps,
): Promise<readonly LeftDocument[]> {
  try {
    await called(id, { name, force: true }, deps);
    return [];
  } catch (error) {
    // It was never made, or is gone already.
    if (error instanceof ServiceError && error.httpStatus === 404) return [];
    return [{ name, problem: errorMessage(error) }];
  }
}

/** Waits until every chunk of a document can be searched. */
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
