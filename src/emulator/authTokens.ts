import type { Message } from '../api/schema/infer';
import { type Handler, single } from './call';
import { fingerprint } from './digest';
import { nameIn } from './records';
import { badFields } from './status';

type AuthToken = Message<'AuthToken'>;

const MINUTE_MS = 60 * 1000;
/** A token and its sessions last less than this. */
const LONGEST_MS = 20 * 60 * MINUTE_MS;
const DEFAULT_MS = { expireTime: 30 * MINUTE_MS, newSessionExpireTime: MINUTE_MS } as const;
/** Characters of the part of a name that nobody can guess. */
const SECRET_LENGTH = 40;

/**
 * Makes a token for live sessions, and answers its name alone. It opens nothing else: no other operation takes it. The
 * wording of refusals is not published.
 */
export const createAuthToken: Handler = (call, world) => {
  const { uses, bidiGenerateContentSetup, fieldMask, ...times } = call.body as AuthToken;
  const now = world.time.now();
  const end = (field: keyof typeof DEFAULT_MS): number => {
    const asked = times[field];
    return asked === undefined ? now + DEFAULT_MS[field] : Date.parse(asked);
  };
  const ends = { expireTime: end('expireTime'), newSessionExpireTime: end('newSessionExpireTime') };
  const problems = Object.entries(ends).flatMap(([field, at]) => {
    const name = field === 'expireTime' ? 'expire_time' : 'new_session_expire_time';
    if (at <= now) return [`* AuthToken.${name}: must be in the future`];
    return at - now < LONGEST_MS ? [] : [`* AuthToken.${name}: must be within 20 hours`];
  });
  if ((uses ?? 0) < 0) problems.push('* AuthToken.uses: must not be negative');
  if (problems.length > 0) throw badFields(problems);
  const name = nameIn('', 'auth_tokens', world.ids.random(SECRET_LENGTH));
  // Of the token itself nothing is kept, as of other secrets.
  world.state.insert('auth_tokens', {
    ...{ name: fingerprint(name), parent: '', resource: {} },
    hidden: {
      ...ends,
      uses: uses ?? 1,
      ...(bidiGenerateContentSetup && { setup: bidiGenerateContentSetup }),
      ...(fieldMask !== undefined && { fieldMask }),
    },
  });
  return single({ name });
};
