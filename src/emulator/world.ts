import type { ModelCatalog } from './models';
import type { Visibility } from './resources/visibility';
import type { Ids } from './state/ids';
import type { State } from './state/state';
import type { ServiceTime } from './state/time';

/** What handlers work on. */
export interface World {
  readonly models: ModelCatalog;
  readonly state: State;
  readonly time: ServiceTime;
  readonly ids: Ids;
  readonly visibility: Visibility;
}
