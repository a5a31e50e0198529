import type { Destination } from './destination';
import { environmentDestination } from './environments/environmentDestination';
import { filesDestination } from './filesDestination';
import { storeDestination } from './stores/storeDestination';
import type { UploadJob } from './uploadJob';

/** Returns the destination of a job: store, environment, or (default) the Files API. */
export function destinationOf({ into, entry }: Pick<UploadJob, 'into' | 'entry'>): Destination {
  if (entry) return environmentDestination;
  return into ? storeDestination : filesDestination;
}
