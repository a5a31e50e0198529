import { AppError } from '../../base/errors';
import { isLoopback } from '../endpoint';
import { redact, type Redactor } from '../redact';

/**
 * Path and query of an upload's address. Throws `AppError` (`badUploadUrl`), so that nothing is sent there, for one
 * that is not of the endpoint's origin: a credential would go to somebody else, and the content too.
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
  if (!isSafe || url.origin !== endpoint.origin) {
    const place = clean(url.host === '' ? url.protocol : url.origin);
    throw refuse(`the place to upload to is ${place}, and not ${endpoint.origin}`);
  }
  return url.pathname + url.search;
}

function refuse(why: string): AppError<'badUploadUrl'> {
  return new AppError('badUploadUrl', `Nothing was uploaded: ${why}.`, {
    hint: 'Check the endpoint of the connection, and its uploadEndpoint: uploads go nowhere else.',
  });
}
