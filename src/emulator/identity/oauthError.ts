/** What an OAuth 2.0 endpoint refuses, in the words of RFC 6749 section 5.2 and of Google's server. */
export class OAuthError extends Error {
  /** Such as `invalid_grant`. */
  readonly code: string;
  /** The HTTP status where it is not sent back by a redirect. */
  readonly status: number;

  /** @param message what `error_description` says; it never quotes a secret. */
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
  }
}
