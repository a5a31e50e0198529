import { textAt } from '../../base/json';
import type { ErrorDetails } from './details';

const CONSOLES = ['console.developers.google.com', 'console.cloud.google.com'];

/**
 * Where the API can be enabled that an error says is not (`apiDisabled`): a page of Google's console, and
 * nothing else, whatever a server sends.
 */
export function activationUrl({ errorInfo, links = [] }: ErrorDetails): string | undefined {
  const named = errorInfo ? [textAt(errorInfo.metadata, 'activationUrl')] : [];
  // Before there was metadata, the link was all there was.
  const linked = links.map(({ url }) => url);
  return [...named, ...linked].find(isConsole);
}

function isConsole(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url?.protocol === 'https:' &&
    CONSOLES.includes(url.host) &&
    url.username === '' &&
    url.password === ''
  );
}
