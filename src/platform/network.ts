import { getCACertificates } from 'node:tls';
import * as vscode from 'vscode';
import { localValue, type InspectedSetting } from './localValue';

type Inspect = (
  name: string,
) => (InspectedSetting & { readonly defaultValue?: unknown }) | undefined;

type Setting = <T>(name: string) => T | undefined;

const inspected: Inspect = (name) => vscode.workspace.getConfiguration().inspect(name);

export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Reads network settings with all trusted certificates. Slow, because of the certificates. */
export function readNetwork(environment: Environment = process.env, inspect: Inspect = inspected) {
  const { systemCertificates, ...reach } = readProxySettings(environment, inspect);
  return { ...reach, certificates: certificates(systemCertificates) };
}

/**
 * Reads VS Code's `http.*` settings and proxy environment variables. Ignores workspace and remote settings,
 * since a dev container must not redirect traffic or disable TLS checks.
 */
export function readProxySettings(
  environment: Environment = process.env,
  inspect: Inspect = inspected,
) {
  const setting: Setting = <T>(name: string) => {
    const found = inspect(name);
    return (localValue(found) ?? found?.defaultValue) as T | undefined;
  };
  const proxy = proxyOf(setting, environment);
  const authorization = setting<string>('http.proxyAuthorization');
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(proxy === undefined || !authorization ? {} : { proxyAuthorization: authorization }),
    noProxy: noProxyOf(setting, environment),
    strictSSL: setting<boolean>('http.proxyStrictSSL') ?? true,
    systemCertificates: setting<boolean>('http.systemCertificates') !== false,
  };
}

function proxyOf(setting: Setting, environment: Environment): string | undefined {
  if (setting<string>('http.proxySupport') === 'off') return undefined;
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = environment;
  const candidates = [
    setting<string>('http.proxy'),
    HTTPS_PROXY,
    https_proxy,
    HTTP_PROXY,
    http_proxy,
  ];
  return candidates.find((candidate) => candidate !== undefined && candidate !== '');
}

function noProxyOf(setting: Setting, environment: Environment): readonly string[] {
  const listed = environment.NO_PROXY ?? environment.no_proxy ?? '';
  const fromSetting = setting<readonly string[]>('http.noProxy') ?? [];
  return [...fromSetting, ...listed.split(',')].map((host) => host.trim()).filter(Boolean);
}

// Adds system certificates to Node.js's; `extra` is NODE_EXTRA_CA_CERTS.
function certificates(system: boolean): readonly string[] {
  return [...(system ? getCACertificates('system') : []), ...getCACertificates('extra')];
}
