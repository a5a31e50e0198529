import type { State } from '../state/state';
import type { ServiceTime } from '../state/time';
import type { Consent } from './grants';
import { fingerprint, newSecret } from './secret';

/** A consent on its way to the client. */
export interface Pending extends Consent {
  readonly redirectUri: string;
  /** SHA-256 of the verifier, in base64url. */
  readonly challenge: string;
  /** Whether the client wants a refresh token. */
  readonly isOffline: boolean;
}

/** Milliseconds in which a code can be redeemed (RFC 6749 section 4.1.2). */
export const CODE_LIFE = 600_000;

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
