import type { JsonObject } from '../../api/schema/row';
import type { Stored } from '../state/state';
import type { World } from '../world';
import { progressOf } from './progress';
import { snapshotsOf } from './snapshots';
import { trainingOf } from './training';

/** A tuned model as it is shown: how far its training is follows from the time. */
export function shownTunedModel({ time }: World, stored: Stored): JsonObject {
  const { name, resource } = stored;
  const training = trainingOf(stored);
  if (!training) return resource;
  const { state, endedAt, completedSteps } = progressOf(training, time.now());
  const ended = endedAt === undefined ? undefined : time.stamp(endedAt);
  const updated = typeof resource.updateTime === 'string' ? resource.updateTime : '';
  const tuningTask = {
    startTime: time.stamp(training.pace[0].at),
    ...(ended === undefined ? {} : { completeTime: ended }),
    snapshots: snapshotsOf(name, training, completedSteps, time),
    ...(resource.tuningTask as JsonObject | undefined),
  };
  // Stamps of one form compare as they follow each other.
  const updateTime = ended !== undefined && ended > updated ? ended : updated;
  return { ...resource, state, updateTime, tuningTask };
}
