import { createPrivateKey } from 'node:crypto';
import { credentialProblem } from '../../api/headerValue';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';

/** A service account, as the application default credentials have it. */
export interface ServiceAccount {
  readonly email: string;
  /** PEM, of an RSA key. */
  readonly privateKey: string;
  /** The project to charge. */
  readonly quotaProject?: string;
}

/**
 * Reads the key file of a service account; names the fields that are missing or odd where it is none. Its
 * addresses are not taken: the key signs for Google's own token endpoint only.
 */
export function readServiceAccount(file: JsonObject): ServiceAccount | readonly string[] {
  const email = textAt(file, 'client_email');
  const privateKey = textAt(file, 'private_key');
  const quotaProject = textAt(file, 'quota_project_id');
  const odd = [
    ...(credentialProblem(email) === undefined ? [] : ['client_email']),
    ...(isRsaKey(privateKey) ? [] : ['private_key']),
  ];
  if (odd.length > 0) return odd;
  return { email, privateKey, ...(quotaProject === '' ? {} : { quotaProject }) };
}

// Found out here, since the library's complaint would look like one of the server's.
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
