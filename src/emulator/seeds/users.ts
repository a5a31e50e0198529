import { DEMO_USER } from '../caller';

/** Somebody who can sign in at the emulator. */
export interface User {
  readonly email: string;
  readonly name: string;
}

/** The accounts that the sign-in page offers, whatever the seed. None has a password. */
export const users: readonly User[] = [
  { email: DEMO_USER, name: 'Demo User' },
  { email: 'ada@example.com', name: 'Ada Lovelace' },
  { email: 'grace@example.com', name: 'Grace Hopper' },
];

/** Offered besides while the app is in testing, to see what somebody sees who is no test user. */
export const OUTSIDER: User = {
  email: 'outsider@example.com',
  name: 'Somebody who is no test user',
};
