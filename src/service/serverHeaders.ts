/** Headers by their names. Their values are secrets. */
export interface HeadersByName {
  readonly [name: string]: string;
}

/**
 * What servers of tools are sent by the service for the user. The room `auth` keeps it; it goes into a request where that
 * is sent, and nowhere else. All throw `AppError` (`secretStorage`) where the storage can't be used.
 */
export interface ServerHeaders {
  /**
   * None where nothing was entered for the server with this connection. Asks where the connection led elsewhere then, and
   * throws `AppError` (`headersForOtherOrigin`) where the user does not want them sent there.
   */
  read(connection: string, address: string): Promise<HeadersByName>;
  /** Without any, forgets those that there were. */
  save(connection: string, address: string, headers: HeadersByName): Promise<void>;
  /** Forgets all that there are with this connection. */
  forget(connection: string): Promise<void>;
}
