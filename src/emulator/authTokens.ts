import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { toCamelCase } from '../api/schema/scalars';
import { isObject } from '../base/json';
import { type Handler, singleReply } from './call';
import { fingerprint } from './digest';
import { nameIn } from './records';
import { badFields, StatusError } from './status';
import type { HandlerContext } from './handlerContext';

type AuthToken = Message<'AuthToken'>;

const MINUTE_MS = 60 * 1000;
const MAX_MS = 20 * 60 * MINUTE_MS;
const DEFAULT_MS = { expireTime: 30 * MINUTE_MS, newSessionExpireTime: MINUTE_MS } as const;
const SECRET_LENGTH = 40;

/**
 * Creates an ephemeral token and returns only its name. Only Live API sessions accept the token.
 * Error messages aren't published.
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
    return at - now < MAX_MS ? [] : [`* AuthToken.${name}: must be within 20 hours`];
  });
  if ((uses ?? 0) < 0) problems.push('* AuthToken.uses: must not be negative');
  if (problems.length > 0) throw badFields(problems);
  const name = nameIn('', 'auth_tokens', world.ids.random(SECRET_LENGTH));
  world.state.insert('auth_tokens', {
    name: fingerprint(name),
    parent: '',
    resource: {},
    hidden: {
      ...ends,
      uses: uses ?? 1,
      ...(bidiGenerateContentSetup && { setup: bidiGenerateContentSetup }),
      ...(fieldMask !== undefined && { fieldMask }),
    },
  });
  return singleReply({ name });
};

export interface Constraint {
  readonly setup: JsonObject;
  readonly fields: readonly string[] | undefined;
}

export interface OpenToken {
  /** End of the token's Live API sessions, in ms since 1970. */
  readonly expireTime: number;
  readonly constraint: Constraint | undefined;
  /** Counts a new Live API session. Throws 401 if the token is used up. */
  readonly use: () => void;
}

interface Hidden {
  readonly expireTime: number;
  readonly newSessionExpireTime: number;
  readonly uses: number;
  readonly setup?: JsonObject;
  readonly fieldMask?: string;
  readonly used?: number;
}

/**
 * Returns a token by its name. Throws 401 if unknown or expired; the error message isn't published.
 */
export function findToken(world: HandlerContext, name: string): OpenToken {
  const key = fingerprint(name);
  const read = (): Hidden | undefined => {
    const found = world.state.find('auth_tokens', key)?.hidden as unknown as Hidden | undefined;
    return found && found.expireTime > world.time.now() ? found : undefined;
  };
  const found = read();
  if (!found) throw new StatusError(401, NO_TOKEN);
  const { expireTime, setup, fieldMask = '' } = found;
  const fields = fieldMask === '' ? undefined : fieldMask.split(',').map((path) => path.trim());
  return {
    expireTime,
    constraint: setup || fields ? { setup: setup ?? {}, fields } : undefined,
    use: () =>
      world.state.transaction(() => {
        const now = read();
        const used = now?.used ?? 0;
        if (!now || now.newSessionExpireTime <= world.time.now()) {
          throw new StatusError(401, `${NO_TOKEN} It opens no new sessions any more.`);
        }
        if (now.uses > 0 && used >= now.uses) {
          throw new StatusError(401, `${NO_TOKEN} It was used as often as it may be.`);
        }
        const hidden = { ...now, used: used + 1 } as unknown as JsonObject;
        world.state.update('auth_tokens', key, { resource: {}, hidden });
      }),
  };
}

const NO_TOKEN = 'Token is invalid or has expired.';

/**
 * Applies the fixed settings of a token to a setup message. Preserves the client's session resumption
 * handle.
 */
export function applyConstraint(given: JsonObject, { setup, fields }: Constraint): JsonObject {
  const base = fields ? fields.reduce((all, path) => fixed(all, setup, path), given) : setup;
  const { sessionResumption: resumption } = given;
  const isKept = isObject(resumption) && resumption.handle !== undefined;
  return isKept ? { ...base, sessionResumption: resumption } : base;
}

function fixed(target: JsonObject, source: JsonObject, path: string): JsonObject {
  const [first = '', ...rest] = path.split('.');
  const name = toCamelCase(first);
  const value = source[name];
  if (rest.length === 0) {
    const { [name]: _old, ...others } = target;
    return value === undefined ? others : { ...others, [name]: value };
  }
  const inner = target[name];
  const below = fixed(isObject(inner) ? inner : {}, isObject(value) ? value : {}, rest.join('.'));
  return { ...target, [name]: below };
}
