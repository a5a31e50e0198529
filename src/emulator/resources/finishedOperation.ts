import type { JsonObject } from '../../api/schema/row';
import { ownerOf } from '../access';
import type { Caller } from '../caller';
import { nameIn } from './naming';
import type { World } from '../world';

/**
 * Leaves a general operation that is over, `operations/{id}`, for whoever asks what became of a call whose
 * work goes on after its answer.
 * @param response message of its result, named by its `@type`.
 */
export function leaveFinishedOperation(
  world: World,
  caller: Caller,
  response: JsonObject & { readonly '@type': string },
): void {
  const name = nameIn('', 'operations', world.ids.random());
  const resource = { name, done: true, response };
  world.state.insert('operations', { name, parent: '', resource, hidden: ownerOf(caller) });
}
