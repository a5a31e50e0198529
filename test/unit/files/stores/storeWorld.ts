import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { FakeCall } from '../../../fakes/client';
import { fakeFilesContext } from '../../../fakes/filesContext';
import { MINE } from '../../../fakes/room';
import { FakeUserFiles } from '../../../fakes/userFiles';
import { refusal } from '../../resources/memoryService';

export const STORE = 'fileSearchStores/harbour-3k8w1z6q0xnd';
export const into: ResourceRef = {
  connection: MINE.id,
  version: 'v1beta',
  kind: 'fileSearchStore',
  name: STORE,
};
export const fileRef = (id: string): ResourceRef => ({
  connection: MINE.id,
  version: 'v1beta',
  kind: 'file',
  name: `files/${id}`,
});

/** A service with one store, and files that can be imported into it. */
export class StoreService {
  readonly stores: JsonObject[] = [{ name: STORE, displayName: 'Harbour' }];
  readonly files: JsonObject[] = ['one', 'two', 'bad'].map((id) => ({
    name: `files/${id}`,
    displayName: `${id}.txt`,
    state: 'ACTIVE',
    sizeBytes: '10',
  }));
  readonly imported: JsonObject[] = [];

  readonly answer = ({ id, input }: FakeCall): JsonObject => {
    const name = String(input.name ?? '');
    switch (id) {
      case 'fileSearchStores.list':
        return { fileSearchStores: this.stores };
      case 'fileSearchStores.get':
        return this.stores.find((store) => store.name === name) ?? {};
      case 'fileSearchStores.create': {
        const made = { name: 'fileSearchStores/new-aaaaaaaaaaaa', ...(input.body as JsonObject) };
        this.stores.push(made);
        return made;
      }
      case 'files.list':
        return { files: this.files };
      case 'files.get':
        return this.files.find((file) => file.name === name) ?? {};
      case 'fileSearchStores.importFile': {
        const body = input.body as JsonObject;
        if (body.fileName === 'files/bad') throw refusal(400, 'INVALID_ARGUMENT', 'Not this one.');
        this.imported.push({ store: String(input.fileSearchStoreName), ...body });
        return imported(`${STORE}/operations/${String(body.fileName).slice(6)}`);
      }
      case 'fileSearchStores.operations.get':
        return imported(name);
      case 'fileSearchStores.documents.get':
        return { name, displayName: 'Made', state: 'STATE_ACTIVE' };
      default:
        return {};
    }
  };
}

/** An import that is done. */
function imported(name: string): JsonObject {
  const documentName = `${STORE}/documents/${name.split('/').at(-1) ?? ''}`;
  return { name, done: true, response: { parent: STORE, documentName } };
}

/** A window on such a service. */
export function storeRoom(...answers: readonly (string | undefined)[]) {
  const service = new StoreService();
  const world = fakeFilesContext(new FakeUserFiles(), [], ...answers);
  world.clients.answer = service.answer;
  return { ...world, service };
}
