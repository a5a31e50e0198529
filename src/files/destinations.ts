import type { Destination } from './destination';
import { filesDestination } from './filesDestination';
import { storeDestination } from './stores/storeDestination';
import type { UploadJob } from './uploadJob';

/** Where an upload goes: to the files of the service, unless its job names a store. */
export function destinationOf({ into }: Pick<UploadJob, 'into'>): Destination {
  return into ? storeDestination : filesDestination;
}
