import { openRecorded } from './recordedClient';
import type { CallLimits } from './callLimits';
import type { OpenClient } from './openClient';
import { RetryNotices, type RetryNoticesParts } from './retryNotices';
import type { TrafficLog } from './trafficLog';
import { openUndiciClient } from './undiciClient';
import { openWatched } from './watchedClient';

export interface OpenParts {
  readonly traffic: TrafficLog;
  readonly limits: () => CallLimits;
  /** Of calls that wait before they are sent again. */
  readonly notices: RetryNoticesParts;
}

/** How the extension opens clients: over the network, watched, and in the traffic log. */
export function createOpen({ traffic, limits, notices }: OpenParts): OpenClient {
  return openWatched(openRecorded(openUndiciClient, traffic), limits, new RetryNotices(notices));
}
