import type { JsonObject } from '../../api/schema/row';
import { nameIn } from '../resources/naming';
import type { Stored } from '../state/state';
import type { World } from '../world';
import type { Processing } from './processing';

const FILE = 'type.googleapis.com/google.ai.generativelanguage.v1beta.File';

/**
 * Leaves a general operation, `operations/{id}`, for a file that is not ready at once. It is the project's,
 * as the file is. What it holds besides its name is not published.
 */
export function leaveProcessing(world: World, file: Stored, processing: Processing): void {
  if (processing.endsAt <= world.time.now()) return;
  const name = nameIn('', 'operations', world.ids.random());
  const { displayName = '' } = file.resource;
  const metadata = { '@type': FILE, name: file.name, displayName };
  const hidden = { processing } as unknown as Stored['hidden'];
  world.state.insert('operations', { name, parent: '', resource: { name, metadata }, hidden });
}

/** A general operation as it is now: that of a file ends when the file's processing does. */
export function shownGeneral(world: World, { resource, hidden }: Stored): JsonObject {
  const processing = hidden.processing as unknown as Processing | undefined;
  if (!processing || world.time.now() < processing.endsAt) return resource;
  const { error } = processing;
  const outcome = error ? { error: { ...error } } : { response: resource.metadata ?? {} };
  return { ...resource, done: true, ...outcome };
}
