import type { HttpRequest } from '../../../src/api/transport';
import type { AccountSteps } from '../../../src/auth/signInTo';
import type { AdcEnvironment } from '../../../src/auth/adc';
import { GOOGLE, type OAuthClient } from '../../../src/auth/oauthClient';
import { createSignIns } from '../../../src/auth/oauthAccounts';
import type { AuthDeps } from '../../../src/auth/authDeps';
import { systemClock } from '../../../src/base/clock';
import type { Emulator } from '../../../src/service/emulator';
import { adcOriginsOf } from '../../fakes/adcOrigins';
import { FakeLog } from '../../fakes/log';
import { FakeMemento } from '../../fakes/memento';
import { ENDPOINT, setUpFlow, works } from './setup';

export const REFRESH = 'canary-refresh-0123456789';
export const client: OAuthClient = {
  id: 'a-client',
  secret: 'canary-secret-0123456789',
  authUri: GOOGLE.authorize,
  tokenUri: GOOGLE.token,
  project: 'client-project',
};
export const work = { id: 'cccc3333', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' } as const;
export const local = { id: 'dddd4444', name: 'Local', endpoint: ENDPOINT, auth: 'adc' } as const;

export const stoppedEmulator: Emulator = {
  state: { status: 'stopped' },
  start: works as unknown as Emulator['start'],
  stop: works,
  onDidChangeState: () => ({ dispose: () => undefined }),
};

/** How the sign-in of a test ends. */
export type SignInEnd = 'signedIn' | 'dismissed' | Error;

/**
 * Everything that the flows around connections work with, on fakes. Signing in is a fake too: it keeps an
 * account as the real one does, and its client also where it does not come to an account.
 */
export function setUpManaging(
  values: Parameters<typeof setUpFlow>[1] = {},
  surroundings: AdcEnvironment = { platform: 'linux', env: {}, home: '/nobody' },
) {
  const { flow, ...deps } = setUpFlow(works, values);
  const sent: HttpRequest[] = [];
  const loads = { count: 0 };
  const signIns = createSignIns({
    secrets: deps.secrets,
    http: {
      send: (request) => {
        sent.push(request);
        return Promise.resolve({ status: 200, headers: {}, text: '{}' });
      },
    },
    clock: systemClock,
    onSecret: (secret) => deps.seen.push(secret),
    onStorageFailed: (error) => deps.storageFailures.push(error),
    surroundings: () => surroundings,
  });
  const signIn = (id: string, endpoint = ENDPOINT, clientId = client.id): Promise<unknown> =>
    signIns.accounts.save(
      id,
      endpoint,
      { ...client, id: clientId },
      {
        tokens: { accessToken: 'a', refreshToken: `${REFRESH}-${id}`, expiresInMs: 1 },
        asked: [],
        granted: [],
        missing: [],
        isOtherAccount: false,
        email: 'me@example.com',
      },
    );
  const wishes: unknown[] = [];
  const ends: { client: OAuthClient | undefined; signIn: SignInEnd } = {
    client,
    signIn: 'signedIn',
  };
  const steps: AccountSteps = {
    pickClient: () => Promise.resolve(ends.client),
    signInTo: async (_parts, { id, name, endpoint, auth }, wish) => {
      wishes.push({ name, endpoint, auth, ...wish });
      await signIns.clients.write(id, { client });
      if (ends.signIn instanceof Error) throw ends.signIn;
      if (ends.signIn === 'dismissed') return undefined;
      await signIn(id, endpoint);
      return await signIns.accounts.find(id);
    },
  };
  const unused = (): never => {
    throw new Error('Nothing asks for this.');
  };
  const auth: AuthDeps = {
    ...flow,
    sheets: unused,
    log: new FakeLog(),
    clock: systemClock,
    choices: new FakeMemento(),
    clients: { get: unused },
    adcOrigins: adcOriginsOf(flow.prompts),
    signIns: () => {
      loads.count += 1;
      return Promise.resolve(signIns);
    },
    emulator: stoppedEmulator,
    git: { riskOf: unused },
    environment: unused,
    onSecret: (secret) => deps.seen.push(secret),
    run: unused,
    openSettings: unused,
    readNetwork: unused,
    redact: (text) => text,
  };
  return { ...deps, auth, signIns, signIn, steps, ends, wishes, sent, loads };
}
