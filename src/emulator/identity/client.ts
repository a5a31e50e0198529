import { randomBytes } from 'node:crypto';
import type { State } from '../state/state';
import { newSecret } from './secret';

/** The one OAuth client of the emulator, of the type of desktop programs. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

const NAME = 'client';

/** The client of a state: made at the first start, and the same again where the state was kept. */
export function clientOf(state: State): OAuthClient {
  const known = state.find('grants', NAME);
  if (known) return known.hidden as unknown as OAuthClient;
  const client = {
    id: `emulator-client-${randomBytes(8).toString('hex')}`,
    secret: newSecret('secret'),
  };
  // Not at the top, where the grants are.
  state.insert('grants', { name: NAME, parent: NAME, resource: {}, hidden: client });
  return client;
}
