import { watchOperation } from '../../api/operationWatcher';
import { cancellableSleep } from '../../base/async';
import { errorMessage } from '../../base/errors';
import { nextDelay, waitPolicies } from '../../base/waitPolicies';
import { type ChunkSize, cutText } from './cutText';
import {
  type LeftDocument,
  type MakeDeps,
  markedDocuments,
  removed,
  removeDocuments,
  SWEEP_KEY,
} from './leftDocuments';
import type { SearchSettings } from './retrievalFile';
import { called } from './searchCall';

/** A text of which a temporary document is made. */
export interface SweptText {
  readonly title: string;
  readonly text: string;
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
    const customMetadata = [{ key: SWEEP_KEY, stringValue: this.#mark }];
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
    const own = { key: `document.custom_metadata.${SWEEP_KEY}`, conditions };
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
      // Over once it can be searched.
      for await (const _ of states);
    }
  }

  within(settings: SearchSettings): SearchSettings {
    const own = `${SWEEP_KEY} = "${this.#mark}"`;
    const { metadataFilter: given } = settings;
    return { ...settings, metadataFilter: given === undefined ? own : `(${given}) AND ${own}` };
  }

  async remove(deps: MakeDeps): Promise<readonly LeftDocument[]> {
    if (!this.#wasBegun) return [];
    const left: LeftDocument[] = [];
    try {
      const names = await markedDocuments(this.#store, (mark) => mark === this.#mark, deps);
      left.push(...(await removeDocuments(names, deps)));
    } catch (error) {
      left.push({ name: this.#store, problem: errorMessage(error) });
    }
    return left;
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
