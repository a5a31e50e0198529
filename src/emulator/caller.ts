import type { Scope } from '../api/operations/scopes';

/** The one Google Cloud project that the emulator serves. */
export const PROJECT = 'emulator-project';
export const PROJECT_NUMBER = '123456789012';

/** The user that the access token of the start stands for. */
export const DEMO_USER = 'demo@example.com';

/** Who makes a call, as its credential tells. */
export type Caller =
  /** Whoever holds the project's key: no person, so that nothing is shared with it by name. */
  | { readonly kind: 'apiKey' }
  | {
      readonly kind: 'user';
      readonly email: string;
      /** What the user granted; `cloud-platform` stands for all. */
      readonly scopes: readonly (Scope | 'cloud-platform')[];
    };
