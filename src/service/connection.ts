import type { Version } from '../api/versions';

export type AuthKind = 'apiKey' | 'oauth' | 'adc' | 'none';

/** Endpoint, credential kind, project and preferred version, under an id that never changes. */
export interface Connection {
  /** 8 characters; `emulator` for the built-in one. Used in URIs, secret keys and file names. */
  readonly id: string;
  readonly name: string;
  /** Origin of the service, without a path. */
  readonly endpoint: string;
  readonly uploadEndpoint?: string;
  readonly apiVersion?: Version;
  readonly auth: AuthKind;
  readonly project?: string;
}

export const EMULATOR_ID = 'emulator';
