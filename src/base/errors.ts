/** What a way out of an error works on. */
export interface ErrorSubject {
  /** Id of the connection. */
  readonly connection: string;
  /** Full names of scopes of which a signed-in user needs one. */
  readonly scopes?: readonly string[];
}

/**
 * An error that a person can act on. `message` says what happened and why, `hint` what to do;
 * `reason` is for code.
 */
export class AppError<R extends string = string> extends Error {
  /** Written out in each class: the bundler shortens the names of the classes themselves. */
  override readonly name: string = 'AppError';
  readonly reason: R;
  readonly hint: string | undefined;
  /** Noted by whoever knows it first, on the way up. */
  subject: ErrorSubject | undefined;

  constructor(
    reason: R,
    message: string,
    options: { hint?: string; cause?: unknown; subject?: ErrorSubject } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.hint = options.hint;
    this.subject = options.subject;
  }

  /** The message as people should read it, where what a server sent is for programs. */
  get told(): string {
    return this.message;
  }
}

/** The user, or a window that closed, ended the work. Never shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';

  constructor(cause?: unknown) {
    super('Cancelled', cause === undefined ? undefined : { cause });
  }

  /** True for our own cancellation and for what an aborted signal throws by itself. */
  static is(error: unknown): boolean {
    return (
      error instanceof CancelledError || (error instanceof Error && error.name === 'AbortError')
    );
  }
}

/** What people are told of whatever was thrown; code that looks for words takes `errorMessage`. */
export function toldOf(error: unknown): string {
  return error instanceof AppError ? error.told : errorMessage(error);
}

/** The text of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What went wrong and what helps, in sentences: the hint of an `AppError` follows its message. */
export function messageWithHint(error: unknown): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return [errorMessage(error), hint].filter(Boolean).join(' ');
}

/** The code of an error of Node.js, or of VS Code's file systems, such as `ENOENT`; undefined where it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
