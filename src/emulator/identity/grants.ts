import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import { STORAGE_READ } from '../../api/operations/row';
import { DEMO_USER, findScope, serviceScopes } from '../caller';
import { fingerprint, newSecret } from '../digest';
import type { State, Stored } from '../state';
import type { ServiceTime } from '../world';

/** What a user let a client do. */
interface Consent {
  readonly email: string;
  /** Full names. */
  readonly scopes: readonly string[];
}

/** What an access token stands for. */
interface AccessToken extends Consent {
  /** Milliseconds since 1970; absent for the token of the start, which has no end. */
  readonly endsAt?: number;
}

/** A consent that is in force, and can be used again and again. */
export interface Grant extends Consent {
  /** Name of its record. */
  readonly name: string;
  /** Milliseconds since 1970; absent where only the user can end it. */
  readonly endsAt?: number;
}

/** Milliseconds that an access token lasts. */
const ACCESS_LIFE = 3_600_000;
/** Milliseconds that a grant lasts while the client is in testing. */
export const TESTING_LIFE = 7 * 24 * 3_600_000;

const DAY = 24 * 3_600_000;

/**
 * The consents that users gave, and the tokens that were issued on them. They are kept with the state;
 * of a token only its fingerprint is.
 */
export class Grants {
  readonly #state: State;
  readonly #time: ServiceTime;
  readonly #standing: string;

  /** @param standing the access token of the start: the demo user's, with every scope and no end. */
  constructor(state: State, time: ServiceTime, standing: string) {
    this.#state = state;
    this.#time = time;
    this.#standing = fingerprint(standing);
  }

  /** @param life milliseconds, or undefined for one without an end. */
  add(consent: Consent, life: number | undefined): Grant {
    const name = `grant/${randomBytes(8).toString('hex')}`;
    const end = life === undefined ? {} : { endsAt: this.#time.now() + life };
    const hidden = { ...consent, ...end };
    this.#state.insert('grants', { name, parent: '', resource: {}, hidden });
    return { name, ...hidden };
  }

  /** Ends a grant with all its tokens. */
  remove(name: string): void {
    for (const token of this.#state.list('grants', name)) this.#state.remove('grants', token.name);
    this.#state.remove('grants', name);
  }

  /** A new access token, for the grant's scopes or fewer. */
  issueAccess(grant: Grant, scopes: readonly string[] = grant.scopes): string {
    const now = this.#time.now();
    for (const { name, hidden } of this.#state.list('grants', grant.name)) {
      // For a day, an expired token gets another error than an unknown one.
      if (Number(hidden.endsAt ?? now) < now - DAY) this.#state.remove('grants', name);
    }
    return this.#issue('access', grant, { scopes, endsAt: now + ACCESS_LIFE });
  }

  issueRefresh(grant: Grant): string {
    return this.#issue('refresh', grant, {});
  }

  /** What an access token stands for; `ended` where it has expired, undefined where there is none. */
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

  /** The grant of a refresh token that is in force. */
  findRefresh(token: string): Grant | undefined {
    const found = this.#state.find('grants', `refresh/${fingerprint(token)}`);
    const grant = found && this.#grant(found.parent);
    return grant && !this.hasEnded(grant) ? grant : undefined;
  }

  /** Takes a refresh token out of force, because another one took its place. */
  retireRefresh(token: string): void {
    this.#state.remove('grants', `refresh/${fingerprint(token)}`);
  }

  hasEnded({ endsAt }: Grant): boolean {
    return endsAt !== undefined && endsAt <= this.#time.now();
  }

  /** Ends the grant of an access or refresh token. Says whether there was one. */
  revoke(token: string): boolean {
    const mark = fingerprint(token);
    const found =
      this.#state.find('grants', `refresh/${mark}`) ?? this.#state.find('grants', `access/${mark}`);
    if (!found) return false;
    this.remove(found.parent);
    return true;
  }

  /** Makes every issued access token expire now, and with `grantsToo` the grants as well. */
  expire(grantsToo: boolean): void {
    const endsAt = this.#time.now();
    for (const grant of this.#state.list('grants', '')) {
      if (grantsToo) this.#end(grant, endsAt);
      for (const token of this.#state.list('grants', grant.name)) {
        if (token.hidden.endsAt !== undefined) this.#end(token, endsAt);
      }
    }
  }

  /** How many are in force. */
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

/** Scopes that are still known: a state may come from another release. */
function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String).filter((name) => findScope(name)) : [];
}

/** A consent on its way to the client. */
export interface Pending extends Consent {
  readonly redirectUri: string;
  /** SHA-256 of the verifier, in base64url. */
  readonly challenge: string;
  /** Whether the client wants a refresh token. */
  readonly isOffline: boolean;
}

/** Milliseconds in which a code can be redeemed (RFC 6749 section 4.1.2). */
const CODE_LIFE = 600_000;

const PARENT = 'codes';

/** Authorization codes. They are kept with the state by their fingerprints, until they end. */
export class Codes {
  readonly #state: State;
  readonly #time: ServiceTime;

  constructor(state: State, time: ServiceTime) {
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

  /** What a code stands for, and the grant that it was redeemed for if it was; undefined after its end. */
  find(code: string): { readonly pending: Pending; readonly grant?: string } | undefined {
    const found = this.#state.find('grants', nameOf(code));
    if (!found || Number(found.hidden.codeEndsAt) <= this.#time.now()) return undefined;
    const { grant } = found.hidden;
    const pending = found.hidden as unknown as Pending;
    return { pending, ...(typeof grant === 'string' ? { grant } : {}) };
  }

  /** Marks a code as redeemed for a grant. */
  redeem(code: string, grant: string): void {
    const name = nameOf(code);
    const hidden = this.#state.find('grants', name)?.hidden;
    this.#state.update('grants', name, { hidden: { ...hidden, grant } });
  }
}

function nameOf(code: string): string {
  return `code/${fingerprint(code)}`;
}
