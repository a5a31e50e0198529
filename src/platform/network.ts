import { getCACertificates } from 'node:tls';
import * as vscode from 'vscode';
import { ownValue, type InspectedSetting } from './ownValue';

/** What `inspect()` says of a setting. */
type Inspect = (
  name: string,
) => (InspectedSetting & { readonly defaultValue?: unknown }) | undefined;

type Setting = <T>(name: string) => T | undefined;

const inspected: Inspect = (name) => vscode.workspace.getConfiguration().inspect(name);

/** Environment variables as a process has them. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** How this machine reaches the network, with all certificates that it trusts beside Node.js's own: reading them takes a while. */
export function readNetwork(environment: Environment = process.env, inspect: Inspect = inspected) {
  const { systemCertificates, ...reach } = readReach(environment, inspect);
  return { ...reach, certificates: certificates(systemCertificates) };
}

/**
 * How this machine reaches the network, after VS Code's own settings `http.*` and the proxy variables of
 * the environment. Only the user's own settings count: neither a workspace nor the settings of a remote machine,
 * which a dev container fills, may choose where traffic goes or that nobody checks certificates.
 */
export function readReach(environment: Environment = process.env, inspect: Inspect = inspected) {
  const setting: Setting = <T>(name: string) => {
    const found = inspect(name);
    return (ownValue(found) ?? found?.defaultValue) as T | undefined;
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

// What an administrator has installed counts as much as what Node.js brings along; `extra` is
// NODE_EXTRA_CA_CERTS.
function certificates(system: boolean): readonly string[] {
  return [...(system ? getCACertificates('system') : []), ...getCACertificates('extra')];
}
