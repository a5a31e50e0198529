import { isLoopback } from '../endpoint';
import { TransportError } from '../errors';
import type { NetworkSettings } from '../transport';

const PROTOCOLS = ['http:', 'https:', 'socks:', 'socks5:'];

/**
 * Returns the proxy for a URL. Undefined for a direct connection. Localhost is always direct unless the exceptions
 * contain `<-loopback>`. Throws `TransportError` (`proxy`) if the proxy URL is invalid.
 */
export function proxyFor(target: URL, settings: NetworkSettings): URL | undefined {
  const text = settings.proxy?.trim() ?? '';
  if (text === '') return undefined;
  const exceptions = settings.noProxy ?? [];
  if (isLoopback(target.hostname) && !exceptions.includes('<-loopback>')) return undefined;
  if (exceptions.some((entry) => isException(target, entry))) return undefined;
  const url = parseProxy(text);
  if (!url) {
    throw new TransportError('proxy', 'The http.proxy setting isn’t a valid proxy URL.', {
      hint: 'Set http.proxy to a URL such as http://proxy.example:3128.',
    });
  }
  return url;
}

export function proxyHost(target: URL, settings: NetworkSettings): string | undefined {
  return proxyFor(target, settings)?.host;
}

export function proxySecrets({
  proxy = '',
  proxyAuthorization = '',
}: NetworkSettings): readonly string[] {
  return [proxyAuthorization, parseProxy(proxy.trim())?.password ?? ''];
}

function parseProxy(text: string): URL | undefined {
  const full = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  return url && PROTOCOLS.includes(url.protocol) && url.hostname !== '' ? url : undefined;
}

// NO_PROXY semantics of curl and Node.js: a name includes subdomains; a port restricts the match.
function isException(target: URL, entry: string): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '*') return true;
  const match = /^(?:\*?\.)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text);
  const host = match?.[1] ?? text;
  if (host === '') return false;
  const port = target.port === '' ? defaultPort(target) : target.port;
  if (match?.[2] !== undefined && match[2] !== port) return false;
  const name = target.hostname.toLowerCase();
  const below = /^[\d.]+$|^\[/.test(name) ? false : name.endsWith(`.${host}`);
  return name === host || name === `[${host}]` || below;
}

function defaultPort(target: URL): string {
  return target.protocol === 'https:' ? '443' : '80';
}
