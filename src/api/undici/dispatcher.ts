import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { NetworkSettings } from '../transport';
import { proxyFor } from './proxy';

// Milliseconds to reach a host.
const CONNECT_TIMEOUT = 15_000;

/**
 * Connections to one origin, directly or through the proxy. Nothing process-wide is read or changed.
 * HTTP/1.1 only: there, leaving an answer closes its socket, and the server notices.
 */
export function createDispatcher(endpoint: URL, settings: NetworkSettings): Dispatcher {
  const tls = tlsOptions(settings);
  // Our own deadline and idle timer know which wait is legitimate; undici's would end a long thought.
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
    // undici's main entry gives every dispatcher its `connect`, which a tunnel needs; without that entry
    // this one gets its own.
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

// One context for all connections: reading hundreds of certificates takes tens of milliseconds. Those
// that can't be read are left out by Node itself.
function contextOf(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...certificates] });
}
