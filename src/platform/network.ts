import { getCACertificates } from 'node:tls';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';

/** Environment variables as a process has them. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * How this machine reaches the network, after VS Code's own settings `http.*` and the proxy variables of
 * the environment. Only user and machine settings count: a workspace must not choose where traffic goes.
 */
export function readNetwork(environment: Environment = process.env) {
  const proxy = proxyOf(environment);
  const authorization = globalSetting<string>('http.proxyAuthorization');
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(proxy === undefined || !authorization ? {} : { proxyAuthorization: authorization }),
    noProxy: noProxyOf(environment),
    strictSSL: globalSetting<boolean>('http.proxyStrictSSL') ?? true,
    certificates: certificates(),
  };
}

export function onDidChangeNetwork(listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('http')) listener();
  });
}

/** Both, for those who need them together. */
export const network = { readNetwork, onDidChangeNetwork };

function globalSetting<T>(name: string): T | undefined {
  const found = vscode.workspace.getConfiguration().inspect<T>(name);
  return found?.globalValue ?? found?.defaultValue;
}

function proxyOf(environment: Environment): string | undefined {
  if (globalSetting<string>('http.proxySupport') === 'off') return undefined;
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = environment;
  const candidates = [
    globalSetting<string>('http.proxy'),
    HTTPS_PROXY,
    https_proxy,
    HTTP_PROXY,
    http_proxy,
  ];
  return candidates.find((candidate) => candidate !== undefined && candidate !== '');
}

function noProxyOf(environment: Environment): readonly string[] {
  const listed = environment.NO_PROXY ?? environment.no_proxy ?? '';
  const fromSetting = globalSetting<readonly string[]>('http.noProxy') ?? [];
  return [...fromSetting, ...listed.split(',')].map((host) => host.trim()).filter(Boolean);
}

// What an administrator has installed counts as much as what Node.js brings along; `extra` is
// NODE_EXTRA_CA_CERTS.
function certificates(): readonly string[] {
  const system = globalSetting<boolean>('http.systemCertificates') !== false;
  return [...(system ? getCACertificates('system') : []), ...getCACertificates('extra')];
}
