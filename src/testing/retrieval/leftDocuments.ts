import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import { items, isObject, type JsonObject, textAt } from '../../base/json';
import { called, type CallDeps } from './searchCall';

/** Metadata that all temporary documents have, with the mark of their sweep. */
export const SWEEP_KEY = 'retrieval_sweep';

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

/** Names of the documents in a corpus or store whose mark is one of a sweep. Throws what calls throw. */
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

/** Removes documents by their names, in whatever they are; answers those that are still there, and why. */
export async function removeDocuments(
  names: readonly string[],
  deps: MakeDeps,
): Promise<readonly LeftDocument[]> {
  const left: LeftDocument[] = [];
  for (const name of names) {
    const id = isStore(name) ? 'fileSearchStores.documents.delete' : 'corpora.documents.delete';
    left.push(...(await removed(id, name, deps)));
  }
  return left;
}

/** Removes a document; answers it where it is still there, and why. */
export async function removed(
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

function isStore(name: string): boolean {
  return name.startsWith('fileSearchStores/');
}
