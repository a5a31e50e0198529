import { AppError } from '../../base/errors';
import { basePathOf, GOOGLE_ORIGIN, isLoopback } from '../endpoint';
import { redact, type Redactor } from '../redact';

const UPLOADS = '/upload/';

/**
 * Path and query of an upload's address, to be asked for at the endpoint. Throws `AppError` (`badUploadUrl`), so that
 * nothing is sent there, for one that is not of the endpoint's origin or below its path: a credential would go to
 * somebody else, and the content too. Where a gateway hands on the address of Google's own host, the same path is asked
 * for at the gateway: what is sent through it goes nowhere else.
 *
 * @param clean takes secrets out of what is named of it.
 */
export function sessionTarget(
  address: string,
  endpoint: URL | undefined,
  clean: Redactor = redact,
): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !endpoint) throw refuse('what the service named to upload to is no address');
  if (url.username !== '' || url.password !== '') {
    throw refuse('the address to upload to has a user name or a password in it');
  }
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  const isBehind = url.origin === GOOGLE_ORIGIN && url.pathname.startsWith(UPLOADS);
  if (!isSafe || (url.origin !== endpoint.origin && !isBehind)) {
    const place = clean(url.host === '' ? url.protocol : url.origin);
    throw refuse(`the place to upload to is ${place}, and not ${endpoint.origin}`);
  }
  const base = basePathOf(endpoint);
  const target = url.pathname + url.search;
  if (url.origin === endpoint.origin && url.pathname.startsWith(`${base}/`)) return target;
  // A gateway passes on what the service behind it says, which knows nothing of the path before its own.
  if (url.pathname.startsWith(UPLOADS)) return base + target;
  throw refuse('the address to upload to is not below that of the connection');
}

function refuse(why: string): AppError<'badUploadUrl'> {
  return new AppError('badUploadUrl', `Nothing was uploaded: ${why}.`, {
    hint: 'Check the endpoint of the connection, and its uploadEndpoint: uploads go nowhere else. A gateway has to name its own address in x-goog-upload-url, or leave that of Google’s host as it is.',
  });
}
