import { type ClientRequest, request as requestHttp } from 'node:http';
import { Agent, request as requestHttps, type RequestOptions } from 'node:https';
import { Duplex } from 'node:stream';
import { connect, type ConnectionOptions } from 'node:tls';
import { proxyFor } from '../api/undici/proxy';
import { AppError } from '../base/errors';

/**
 * The proxy that the environment names for an upstream, as other programs read it: `HTTPS_PROXY`, or else `HTTP_PROXY`,
 * unless `NO_PROXY` has the host. Undefined where it is reached directly, as this machine always is. Throws `AppError` for
 * what is no proxy.
 */
export function proxyIn(upstream: string, environment: NodeJS.ProcessEnv): URL | undefined {
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy, NO_PROXY, no_proxy } = environment;
  const proxy = [HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy].find(Boolean);
  if (proxy === undefined) return undefined;
  const noProxy = (NO_PROXY ?? no_proxy ?? '').split(/[\s,]+/);
  let found: URL | undefined;
  try {
    found = proxyFor(new URL(upstream), { proxy, noProxy });
  } catch {
    throw wrong();
  }
  if (found && !/^https?:$/.test(found.protocol)) throw wrong();
  return found;
}

function wrong(): AppError {
  return new AppError('badOption', 'HTTPS_PROXY must be the address of an HTTP proxy.', {
    hint: 'Correct it, or add the upstream to NO_PROXY.',
  });
}

const known = new Map<string, Agent>();

/** What connections to an upstream are made by, for HTTP and WebSockets; undefined where no proxy is in between. */
export function agentFor(upstream: string, environment = process.env): Agent | undefined {
  const proxy = proxyIn(upstream, environment);
  if (!proxy) return undefined;
  const agent = known.get(proxy.href) ?? new TunnelAgent(proxy);
  known.set(proxy.href, agent);
  return agent;
}

type Done = (error: Error | null, socket: Duplex) => void;

/** Asks a proxy for a tunnel, in which nobody but the upstream can read. */
class TunnelAgent extends Agent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions, done?: Done): undefined {
    const { port } = options;
    const host = options.host ?? '';
    const tunnel = this.#ask(`${host.includes(':') ? `[${host}]` : host}:${port ?? 443}`);
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) {
        const secured = { ...(options as ConnectionOptions), socket };
        done?.(null, connect({ ...secured, servername: options.servername ?? host }));
        return;
      }
      socket.destroy();
      done?.(new Error(`the proxy ${this.#proxy.host} answers ${statusCode}`), socket);
    });
    tunnel.once('error', ({ message }) => {
      done?.(new Error(`the proxy ${this.#proxy.host} does not answer: ${message}`), new Duplex());
    });
    tunnel.end();
    return undefined;
  }

  #ask(path: string): ClientRequest {
    const { protocol, username, password } = this.#proxy;
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const headers = {
      host: path,
      ...(username !== '' && {
        'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}`,
      }),
    };
    const send = protocol === 'https:' ? requestHttps : requestHttp;
    return send(this.#proxy, { method: 'CONNECT', path, headers, agent: false });
  }
}
