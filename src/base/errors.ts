export interface ErrorSubject {
  readonly connection: string;
  /** Full names of OAuth scopes; the signed-in user needs at least one of them. */
  readonly scopes?: readonly string[];
}

/** A user-facing error. `message` says what happened and why, `hint` how to fix it; `reason` is for code. */
export class AppError<R extends string = string> extends Error {
  /** Explicit in each class, because the bundler shortens class names. */
  override readonly name: string = 'AppError';
  readonly reason: R;
  readonly hint: string | undefined;
  /** Set by the first caller that knows the subject while the error propagates. */
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

  /** Message for users, if `message` contains server text meant for code. */
  get userMessage(): string {
    return this.message;
  }
}

/** Cancellation by the user or a closing window. Never shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';

  constructor(cause?: unknown) {
    super('Cancelled', cause === undefined ? undefined : { cause });
  }

  static is(error: unknown): boolean {
    return (
      error instanceof CancelledError || (error instanceof Error && error.name === 'AbortError')
    );
  }
}

/** Returns the user-facing text of any thrown value. Use `errorMessage` to search for words. */
export function userMessage(error: unknown): string {
  return error instanceof AppError ? error.userMessage : errorMessage(error);
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function messageWithHint(error: unknown): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return [errorMessage(error), hint].filter(Boolean).join(' ');
}

/** Returns the code of a Node.js or VS Code file system error, such as `ENOENT`. Undefined if absent. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
