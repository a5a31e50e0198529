/** Headers by name. Their values are secrets. */
export interface HeadersByName {
  readonly [name: string]: string;
}

/**
 * Headers that the API sends to MCP servers for the user. Implemented in `auth`.
 * All methods throw `AppError` (`secretStorage`) if storage fails.
 */
export interface ServerHeaders {
  /**
   * Empty if none are stored. Asks if the connection's endpoint has changed; throws `AppError`
   * (`headersForOtherOrigin`) if the user refuses.
   */
  read(connection: string, address: string): Promise<HeadersByName>;
  /** Empty headers delete the stored ones. */
  save(connection: string, address: string, headers: HeadersByName): Promise<void>;
  forget(connection: string): Promise<void>;
}
