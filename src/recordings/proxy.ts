import { type ClientRequest, request as requestHttp } from 'node:http';
import { Agent, type AgentOptions, request as requestHttps, type RequestOptions } from 'node:https';
import { Duplex } from 'node:stream';
import {
  connect,
  type ConnectionOptions,
  createSecureContext,
  getCACertificates,
  type SecureContext,
} from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { NetworkReach } from '../api/transport';
import { proxyFor } from '../api/undici/proxy';
import { AppError } from '../base/errors';
import { items, type JsonObject } from '../base/json';

/** How the environment says that the network is reached, as other programs read it: `HTTPS_PROXY`, or else `HTTP_PROXY`. */
export function reachIn(environment: NodeJS.ProcessEnv): NetworkReach {
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy, NO_PROXY, no_proxy } = environment;
  const proxy = [HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy].find(Boolean);
  const noProxy = (NO_PROXY ?? no_proxy ?? '').split(/[\s,]+/);
  return { noProxy, ...(proxy === undefined ? {} : { proxy }) };
}

/** The same as it is told. Throws `AppError` for another form, without its values: a proxy has passwords. */
export function readReach({
  proxy,
  proxyAuthorization,
  noProxy = [],
  strictSSL = true,
  systemCertificates = false,
}: JsonObject): NetworkReach {
  return {
    ...(proxy === undefined ? {} : { proxy: text(proxy) }),
    ...(proxyAuthorization === undefined ? {} : { proxyAuthorization: text(proxyAuthorization) }),
    noProxy: Array.isArray(noProxy) ? items(noProxy).map(text) : [text(noProxy)],
    strictSSL: strictSSL === true,
    systemCertificates: systemCertificates === true,
  };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new AppError('badOption', 'proxy, proxyAuthorization, and noProxy must be strings.');
}

/** What connections to upstreams are made by, for HTTP and WebSockets. */
export class UpstreamAgents {
  #reach: NetworkReach;
  /** By the address of the proxy; empty for direct connections. */
  readonly #known = new Map<string, Agent>();
  #trust: TlsTrust | undefined;

  constructor(reach: NetworkReach) {
    this.#reach = reach;
  }

  /** Takes another way from the next connection on. */
  use(reach: NetworkReach): void {
    if (isDeepStrictEqual(reach, this.#reach)) return;
    this.#reach = reach;
    this.#known.clear();
    this.#trust = undefined;
  }

  /** Undefined where an upstream is reached as Node.js does, as this machine always is. Throws `AppError` for what is no proxy. */
  for(upstream: string): Agent | undefined {
    const proxy = proxyOf(upstream, this.#reach);
    const trust = (this.#trust ??= trustOf(this.#reach));
    const isPlain = new URL(upstream).protocol === 'http:';
    if (isPlain || (!proxy && Object.keys(trust).length === 0)) return undefined;
    const name = proxy?.href ?? '';
    const known = this.#known.get(name);
    if (known) return known;
    const options = { keepAlive: true, ...trust };
    const { proxyAuthorization = '' } = this.#reach;
    const agent = proxy ? tunnelAgent(proxy, proxyAuthorization, options) : new Agent(options);
    this.#known.set(name, agent);
    return agent;
  }
}

/** The proxy for an upstream; undefined where it is reached directly. Throws `AppError` for what is no HTTP proxy. */
export function proxyOf(upstream: string, reach: NetworkReach): URL | undefined {
  let found: URL | undefined;
  try {
    found = proxyFor(new URL(upstream), reach);
  } catch {
    throw wrong();
  }
  if (found && !/^https?:$/.test(found.protocol)) throw wrong();
  return found;
}

function wrong(): AppError {
  return new AppError(
    'badOption',
    'HTTPS_PROXY, or http.proxy in VS Code, must be the URL of an HTTP proxy.',
    { hint: 'Fix the URL, or exclude the upstream with NO_PROXY or http.noProxy.' },
  );
}

interface TlsTrust {
  readonly rejectUnauthorized?: false;
  readonly secureContext?: SecureContext;
}

/** Who is trusted beyond what Node.js does by itself, to which `NODE_EXTRA_CA_CERTS` belongs. */
function trustOf({ strictSSL, systemCertificates }: NetworkReach): TlsTrust {
  if (strictSSL === false) return { rejectUnauthorized: false };
  if (systemCertificates !== true) return {};
  const ca = [...getCACertificates('default'), ...getCACertificates('system')];
  return { secureContext: createSecureContext({ ca }) };
}

type Done = (error: Error | null, socket: Duplex) => void;

/**
 * Asks a proxy for a tunnel, in which nobody but the upstream can read.
 * @param authorization what signs there, in place of what the address has.
 */
function tunnelAgent(proxy: URL, authorization: string, options: AgentOptions): Agent {
  const agent = new Agent(options);
  agent.createConnection = (asked: RequestOptions, done?: Done): undefined => {
    const { port } = asked;
    const host = asked.host ?? '';
    const tunnel = ask(`${host.includes(':') ? `[${host}]` : host}:${port ?? 443}`);
    tunnel.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) {
        const secured = { ...(asked as ConnectionOptions), socket };
        done?.(null, connect({ ...secured, servername: asked.servername ?? host }));
        return;
      }
      socket.destroy();
      done?.(new Error(`the proxy ${proxy.host} answers ${statusCode}`), socket);
    });
    tunnel.once('error', ({ message }) => {
      done?.(new Error(`the proxy ${proxy.host} does not answer: ${message}`), new Duplex());
    });
    tunnel.end();
    return undefined;
  };
  return agent;

  function ask(path: string): ClientRequest {
    const { protocol, username, password } = proxy;
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const own = username === '' ? '' : `Basic ${Buffer.from(login).toString('base64')}`;
    const signed = authorization === '' ? own : authorization;
    const headers = { host: path, ...(signed && { 'proxy-authorization': signed }) };
    const connecting = { method: 'CONNECT', path, headers, agent: false } as const;
    return protocol === 'https:'
      ? requestHttps(proxy, { ...options, ...connecting })
      : requestHttp(proxy, connecting);
  }
}
