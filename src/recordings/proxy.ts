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
import type { ProxySettings } from '../api/transport';
import { proxyFor } from '../api/undici/proxy';
import { AppError } from '../base/errors';
import { items, type JsonObject } from '../base/json';

export function proxySettingsFrom(environment: NodeJS.ProcessEnv): ProxySettings {
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy, NO_PROXY, no_proxy } = environment;
  const proxy = [HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy].find(Boolean);
  const noProxy = (NO_PROXY ?? no_proxy ?? '').split(/[\s,]+/);
  return { noProxy, ...(proxy === undefined ? {} : { proxy }) };
}

/** Validates proxy settings. Throws `AppError` without values, which may contain passwords. */
export function parseProxySettings({
  proxy,
  proxyAuthorization,
  noProxy = [],
  strictSSL = true,
  systemCertificates = false,
}: JsonObject): ProxySettings {
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

/** Agents for HTTP and WebSocket connections to upstreams. */
export class UpstreamAgents {
  #reach: ProxySettings;
  readonly #known = new Map<string, Agent>();
  #trust: TlsTrust | undefined;

  constructor(reach: ProxySettings) {
    this.#reach = reach;
  }

  use(reach: ProxySettings): void {
    if (isDeepStrictEqual(reach, this.#reach)) return;
    this.#reach = reach;
    this.#known.clear();
    this.#trust = undefined;
  }

  /** Undefined for the default agent, such as for localhost. Throws `AppError` if the proxy is invalid. */
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

/** Returns the proxy of an upstream. Undefined if connected directly. Throws `AppError` if not an HTTP proxy. */
export function proxyOf(upstream: string, reach: ProxySettings): URL | undefined {
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

/** Returns TLS trust beyond Node.js defaults, which include `NODE_EXTRA_CA_CERTS`. */
function trustOf({ strictSSL, systemCertificates }: ProxySettings): TlsTrust {
  if (strictSSL === false) return { rejectUnauthorized: false };
  if (systemCertificates !== true) return {};
  const ca = [...getCACertificates('default'), ...getCACertificates('system')];
  return { secureContext: createSecureContext({ ca }) };
}

type Done = (error: Error | null, socket: Duplex) => void;

/**
 * Creates an agent with a CONNECT tunnel, which the proxy can't read.
 * @param authorization replaces the credentials in the proxy URL
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
      done?.(new Error(`the proxy ${proxy.host} returned HTTP ${statusCode}`), socket);
    });
    tunnel.once('error', ({ message }) => {
      done?.(new Error(`the proxy ${proxy.host} didn’t respond: ${message}`), new Duplex());
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
