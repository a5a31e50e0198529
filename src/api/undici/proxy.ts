import { isLoopback } from '../endpoint';
import { TransportError } from '../errors';
import type { NetworkSettings } from '../transport';

const PROTOCOLS = ['http:', 'https:', 'socks:', 'socks5:'];

/**
 * The proxy that an address is reached through, or undefined for a direct connection. This machine is
 * always reached directly, unless the list of exceptions has `<-loopback>`, as browsers write it. Throws
 * `TransportError` (`proxy`) when the setting is no proxy's address.
 */
export function proxyFor(target: URL, settings: NetworkSettings): URL | undefined {
  const text = settings.proxy?.trim() ?? '';
  if (text === '') return undefined;
  const exceptions = settings.noProxy ?? [];
  if (isLoopback(target.hostname) && !exceptions.includes('<-loopback>')) return undefined;
  if (exceptions.some((entry) => isException(target, entry))) return undefined;
  const url = parseProxy(text);
  if (!url) {
    throw new TransportError('proxy', "The setting for the proxy is not a proxy's address.", {
      hint: 'Correct the setting http.proxy, such as http://proxy.example:3128.',
    });
  }
  return url;
}

/** Host and port of the proxy that an address is reached through, without what signs there. */
export function proxyHost(target: URL, settings: NetworkSettings): string | undefined {
  return proxyFor(target, settings)?.host;
}

/** What must not appear in an error: the proxy's password and authorization. */
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

// As curl and Node read NO_PROXY: a name also stands for what is below it; a port narrows it.
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
