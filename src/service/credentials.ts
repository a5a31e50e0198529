import type { Event } from '../base/event';
import type { Credential } from '../api/transport';
import type { Connection } from './connection';

/** Credentials of the user's connections. The room `auth` owns them; only the transport sees them. */
export interface Credentials {
  /**
   * What requests of a connection are signed with. Throws `AppError` where there is none, or where the
   * stored key was entered for another origin and the user does not want it sent to this one.
   */
  get(connection: Connection): Promise<Credential>;
  /** Id of a connection whose credential changed, in this window or another. */
  readonly onDidChange: Event<string>;
}
