// As the machine itself is written; Google takes these for desktop programs, with any port and path.
const LOOPBACK =
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(\/[^\s#\\]*)?(\?[^\s#\\]*)?$/;

/**
 * Whether a code may be sent there: this machine only, whatever the port (RFC 8252 section 7.3). A name
 * before an `@` would make another host of it, a fragment is not allowed (RFC 6749 section 3.1.2).
 */
export function isLoopback(uri: string): boolean {
  if (!LOOPBACK.test(uri) || !URL.canParse(uri)) return false;
  const { username, password, hostname } = new URL(uri);
  return username + password === '' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** The address with parameters added to its query. */
export function withParameters(
  uri: string,
  parameters: { readonly [name: string]: string | undefined },
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
