import type { JsonObject, JsonValue } from '../../api/schema/row';
import { StatusError } from '../status';
import type { Grants } from './grants';
import type { IdentitySettings } from './identitySettings';
import { findScope } from './scopes';

/** What the control API can turn about sign-in. */
export interface ControlledIdentity {
  readonly signIn: IdentitySettings;
  readonly grants: Grants;
}

/** The state of sign-in, as the control API answers it. */
export function identityState({ signIn, grants }: ControlledIdentity): JsonObject {
  return { signIn: { ...signIn }, grants: grants.size };
}

/** Changes how sign-in goes on from here. Throws 400 for what it does not know. */
export function setSignIn({ signIn }: ControlledIdentity, body: JsonObject): void {
  const { rotate, testing, refused } = { ...signIn, ...body };
  const scopes = readScopes(refused);
  signIn.rotate = flag(rotate, 'rotate');
  signIn.testing = flag(testing, 'testing');
  signIn.refused = scopes;
}

/** Lets every access token that sign-in gave expire now; with `grants`, no refresh helps either. */
export function expireTokens({ grants }: ControlledIdentity, body: JsonObject): void {
  grants.expire(flag(body.grants ?? false, 'grants'));
}

function flag(value: JsonValue | undefined, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new StatusError(400, `${name} must be true or false.`);
}

function readScopes(value: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return names.map((name) => {
    const row = typeof name === 'string' ? findScope(name) : undefined;
    if (!row)
      throw new StatusError(400, 'refused must be a list of scopes that the emulator knows.');
    return row.name;
  });
}
