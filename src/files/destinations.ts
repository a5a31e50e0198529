import type { Destination } from './destination';
import { environmentDestination } from './environments/environmentDestination';
import { filesDestination } from './filesDestination';
import { storeDestination } from './stores/storeDestination';
import type { UploadJob } from './uploadJob';

/** Where an upload goes: to the files of the service, unless its job names a store or an environment. */
export function destinationOf({ into, entry }: Pick<UploadJob, 'into' | 'entry'>): Destination {
  if (entry) return environmentDestination;
  return into ? storeDestination : filesDestination;
}
