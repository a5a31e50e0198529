import { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
import type { ServiceAccount } from './adcFile';
import { commonOptions, withoutRepeats, type AskToken } from './authLibrary';
import { GOOGLE } from './oauthClient';

/**
 * A client of google-auth-library for a service account, as `libraryClient` makes one for a user. The library writes Google's token endpoint into the assertion
 * and asks it, whatever the key file says.
 * @param scopes full names, of what the tokens are to allow.
 */
export function libraryServiceAccount(
  { email, privateKey }: ServiceAccount,
  scopes: readonly string[],
  ask: AskToken,
): JWT {
  const library = new JWT({
    email,
    key: privateKey,
    scopes: [...scopes],
    ...commonOptions(GOOGLE, ask),
  });
  return withoutRepeats(library);
}
