import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { NetworkSettings } from '../transport';
import { proxyFor } from './proxy';

// In ms.
const CONNECT_TIMEOUT = 15_000;

/**
 * Creates a connection pool to one origin, direct or by proxy, without process-wide state. HTTP/1.1 only, so that
 * abandoning a response closes its socket and the server notices.
 */
export function createDispatcher(endpoint: URL, settings: NetworkSettings): Dispatcher {
  const tls = tlsOptions(settings);
  // Disabled, because the request's own deadline and idle timers are used; undici's would abort long thinking.
  const limits = { headersTimeout: 0, bodyTimeout: 0, connectTimeout: CONNECT_TIMEOUT };
  const proxy = proxyFor(endpoint, settings);
  if (!proxy) {
    return new Pool(endpoint.origin, {
      ...limits,
      allowH2: false,
      connect: { ...tls, allowH2: false },
    });
  }
  const authorization = settings.proxyAuthorization;
  return new ProxyAgent({
    ...limits,
    uri: proxy.href,
    // Tunnels need `connect`, which undici's main entry normally adds to dispatchers.
    clientFactory: (origin, options) => Object.assign(new Pool(origin, options), { connect }),
    ...(authorization === undefined || authorization === '' ? {} : { token: authorization }),
    allowH2: false,
    requestTls: { ...tls, allowH2: false },
    proxyTls: { ...tls, allowH2: false },
  });
}

interface TlsOptions {
  readonly rejectUnauthorized?: boolean;
  readonly secureContext?: SecureContext;
}

function tlsOptions(settings: NetworkSettings): TlsOptions {
  return {
    ...(settings.strictSSL === false ? { rejectUnauthorized: false } : {}),
    ...(settings.certificates?.length ? { secureContext: contextOf(settings.certificates) } : {}),
  };
}

// Shared by all connections, because parsing hundreds of certificates takes tens of ms. Node.js skips invalid ones.
function contextOf(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...certificates] });
}
