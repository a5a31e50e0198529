import type { JsonObject } from '../../api/schema/row';
import { nameIn } from '../resources/naming';
import type { World } from '../world';

const ANY = 'type.googleapis.com/';
const EMPTY = { '@type': `${ANY}google.protobuf.Empty` };
const FILE = `${ANY}google.ai.generativelanguage.v1beta.File`;

/** General operations that everybody of the project sees: one that ended well, one that did not, one that goes on. */
const demoOperations: readonly (JsonObject & { readonly id: string })[] = [
  { id: 'delete-corpus-q8v2m1x5', done: true, response: EMPTY },
  {
    id: 'process-file-t3k9w7b2',
    done: true,
    error: { code: 3, message: 'The video could not be decoded.' },
  },
  { id: 'process-file-z6n4h8c1', metadata: { '@type': FILE, displayName: 'Long lecture.mp4' } },
];

/** Puts the demo's general operations into a world. */
export function fillOperations(world: World): void {
  for (const { id, ...rest } of demoOperations) {
    const name = nameIn('', 'operations', id);
    const resource = { name, ...rest };
    world.state.insert('operations', { name, parent: '', resource, hidden: {} });
  }
}
