import type { pickClient, signInTo } from './signInFlow';

/** What an account needs, as flows around connections take it: tests have their own. */
export interface AccountSteps {
  readonly pickClient: typeof pickClient;
  readonly signInTo: typeof signInTo;
}
