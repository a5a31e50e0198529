import type { Client } from '../api/call';

/**
 * One client per connection, made on first use, closed when the connection changes or the window goes.
 * Asking for the emulator's client starts the emulator and waits until it listens.
 */
export interface Clients {
  /** Throws `AppError` where the connection is unknown or lacks its credential. */
  get(connectionId: string): Promise<Client>;
}
