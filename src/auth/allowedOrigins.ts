import type { Connection } from '../service/connection';

/** Where a credential may be sent. */
export interface AllowedOrigins {
  /** What it was entered for. */
  readonly origin: string;
  /** Where uploads go, where the user has allowed another origin for those. */
  readonly uploadOrigin?: string;
}

/** Whether a credential may go to an origin without another question. */
export function maySendTo(allowed: AllowedOrigins, origin: string): boolean {
  return origin === allowed.origin || origin === allowed.uploadOrigin;
}

/** Which origin a yes is about, for a connection whose endpoint is where the request goes. */
export function placeOf({ endpoint, uploadEndpoint }: Connection): keyof AllowedOrigins {
  return endpoint === uploadEndpoint ? 'uploadOrigin' : 'origin';
}
