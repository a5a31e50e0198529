import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import { STORAGE_READ } from '../../api/operations/row';
import { DEMO_USER, findScope, serviceScopes } from '../caller';
import { fingerprint, newSecret } from '../digest';
import type { State, Stored } from '../state';
import type { ServerTime } from '../handlerContext';

interface Consent {
  readonly email: string;
  readonly scopes: readonly string[];
}

interface AccessToken extends Consent {
  /** In ms since 1970. Undefined for the initial token, which doesn't expire. */
  readonly endsAt?: number;
}

export interface Grant extends Consent {
  readonly name: string;
  /** In ms since 1970. Undefined if only the user can revoke it. */
  readonly endsAt?: number;
}

/** Lifetime of an access token in ms. */
const ACCESS_LIFE = 3_600_000;
/** Lifetime of a grant in ms while the app is in testing. */
export const TESTING_LIFE = 7 * 24 * 3_600_000;

const DAY = 24 * 3_600_000;

/** Grants and their tokens. Persistent; tokens are stored as hashes only. */
export class Grants {
  readonly #state: State;
  readonly #time: ServerTime;
  readonly #standing: string;

  /** @param standing initial access token of the demo user, which has all scopes and never expires */
  constructor(state: State, time: ServerTime, standing: string) {
    this.#state = state;
    this.#time = time;
    this.#standing = fingerprint(standing);
  }

  /** @param life in ms. Undefined: no expiration. */
  add(consent: Consent, life: number | undefined): Grant {
    const name = `grant/${randomBytes(8).toString('hex')}`;
    const end = life === undefined ? {} : { endsAt: this.#time.now() + life };
    const hidden = { ...consent, ...end };
    this.#state.insert('grants', { name, parent: '', resource: {}, hidden });
    return { name, ...hidden };
  }

  remove(name: string): void {
    for (const token of this.#state.list('grants', name)) this.#state.remove('grants', token.name);
    this.#state.remove('grants', name);
  }

  issueAccess(grant: Grant, scopes: readonly string[] = grant.scopes): string {
    const now = this.#time.now();
    for (const { name, hidden } of this.#state.list('grants', grant.name)) {
      // Retained for a day: expired tokens have a different error than unknown ones.
      if (Number(hidden.endsAt ?? now) < now - DAY) this.#state.remove('grants', name);
    }
    return this.#issue('access', grant, { scopes, endsAt: now + ACCESS_LIFE });
  }

  issueRefresh(grant: Grant): string {
    return this.#issue('refresh', grant, {});
  }

  /** Returns the consent of an access token, `ended` if expired, or undefined if unknown. */
  findAccess(token: string): AccessToken | 'ended' | undefined {
    const mark = fingerprint(token);
    if (mark === this.#standing) return standingToken;
    const found = this.#state.find('grants', `access/${mark}`);
    const grant = found && this.#grant(found.parent);
    if (!grant) return undefined;
    const endsAt = Number(found.hidden.endsAt);
    if (endsAt <= this.#time.now()) return 'ended';
    return { email: grant.email, scopes: texts(found.hidden.scopes), endsAt };
  }

  findRefresh(token: string): Grant | undefined {
    const found = this.#state.find('grants', `refresh/${fingerprint(token)}`);
    const grant = found && this.#grant(found.parent);
    return grant && !this.hasEnded(grant) ? grant : undefined;
  }

  retireRefresh(token: string): void {
    this.#state.remove('grants', `refresh/${fingerprint(token)}`);
  }

  hasEnded({ endsAt }: Grant): boolean {
    return endsAt !== undefined && endsAt <= this.#time.now();
  }

  /** Revokes the grant of an access or refresh token. Returns whether the token was known. */
  revoke(token: string): boolean {
    const mark = fingerprint(token);
    const found =
      this.#state.find('grants', `refresh/${mark}`) ?? this.#state.find('grants', `access/${mark}`);
    if (!found) return false;
    this.remove(found.parent);
    return true;
  }

  expire(grantsToo: boolean): void {
    const endsAt = this.#time.now();
    for (const grant of this.#state.list('grants', '')) {
      if (grantsToo) this.#end(grant, endsAt);
      for (const token of this.#state.list('grants', grant.name)) {
        if (token.hidden.endsAt !== undefined) this.#end(token, endsAt);
      }
    }
  }

  get size(): number {
    return this.#state
      .list('grants', '')
      .filter(({ hidden }) => Number(hidden.endsAt ?? Infinity) > this.#time.now()).length;
  }

  #end({ name, hidden }: Stored, endsAt: number): void {
    this.#state.update('grants', name, { hidden: { ...hidden, endsAt } });
  }

  #issue(use: 'access' | 'refresh', grant: Grant, hidden: JsonObject): string {
    const token = newSecret(use);
    const name = `${use}/${fingerprint(token)}`;
    this.#state.insert('grants', { name, parent: grant.name, resource: {}, hidden });
    return token;
  }

  #grant(name: string): Grant | undefined {
    const found = this.#state.find('grants', name);
    if (!found) return undefined;
    const { email, scopes, endsAt } = found.hidden;
    return {
      name,
      email: email as string,
      scopes: texts(scopes),
      ...(typeof endsAt === 'number' ? { endsAt } : {}),
    };
  }
}

const standingToken: AccessToken = { email: DEMO_USER, scopes: [...serviceScopes, STORAGE_READ] };

/** Drops scopes that are unknown in this release. */
function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String).filter((name) => findScope(name)) : [];
}

interface Pending extends Consent {
  readonly redirectUri: string;
  /** SHA-256 of the code verifier, in base64url. */
  readonly challenge: string;
  readonly isOffline: boolean;
}

/** Lifetime of a code in ms (RFC 6749 section 4.1.2). */
const CODE_LIFE = 600_000;

const PARENT = 'codes';

/** Authorization codes. Persistent, stored as hashes until they expire. */
export class Codes {
  readonly #state: State;
  readonly #time: ServerTime;

  constructor(state: State, time: ServerTime) {
    this.#state = state;
    this.#time = time;
  }

  issue(pending: Pending): string {
    const now = this.#time.now();
    for (const { name, hidden } of this.#state.list('grants', PARENT)) {
      if (Number(hidden.codeEndsAt) <= now) this.#state.remove('grants', name);
    }
    const code = newSecret('code');
    const hidden = { ...pending, codeEndsAt: now + CODE_LIFE };
    const name = nameOf(code);
    this.#state.insert('grants', { name, parent: PARENT, resource: {}, hidden });
    return code;
  }

  /** Returns the consent of a code and the grant if it was redeemed. Undefined if expired. */
  find(code: string): { readonly pending: Pending; readonly grant?: string } | undefined {
    const found = this.#state.find('grants', nameOf(code));
    if (!found || Number(found.hidden.codeEndsAt) <= this.#time.now()) return undefined;
    const { grant } = found.hidden;
    const pending = found.hidden as unknown as Pending;
    return { pending, ...(typeof grant === 'string' ? { grant } : {}) };
  }

  redeem(code: string, grant: string): void {
    const name = nameOf(code);
    const hidden = this.#state.find('grants', name)?.hidden;
    this.#state.update('grants', name, { hidden: { ...hidden, grant } });
  }
}

function nameOf(code: string): string {
  return `code/${fingerprint(code)}`;
}
