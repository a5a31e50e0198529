import type { Handler } from '../call';
import { createInteraction } from './create';
import { cancelInteraction, deleteInteraction, getInteraction } from './read';

export {
  DEFAULT_INTERACTION_DAYS,
  DEFAULT_INTERACTION_SPEED,
  interactionSettings,
} from './settings';
export { equivalentRequest } from './create';
export { withResultSteps } from './toolResults';
export { beginInteraction, finishedInteraction, interactionEnd } from './scheduled';
export { setInteractions } from './store';

export const interactionHandlers = {
  'interactions.create': createInteraction,
  'interactions.get': getInteraction,
  'interactions.cancel': cancelInteraction,
  'interactions.delete': deleteInteraction,
} as const satisfies { readonly [operation: string]: Handler };
