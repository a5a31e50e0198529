import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import { items, isObject, type JsonObject, textAt } from '../../base/json';
import { runSearchCall, type CallDeps } from './searchCall';

/** Metadata key of temporary documents, whose value is the mark of their comparison. */
export const SWEEP_KEY = 'retrieval_sweep';

export interface MakeDeps extends CallDeps {
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

export async function removalText(
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
