/**
 * The one output channel. Lines start with an operation id or a room's name and never carry a secret,
 * nor prompt text above `trace`.
 */
export interface Log {
  trace(line: string): void;
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  show(): void;
}
