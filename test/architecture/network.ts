import ts from 'typescript';
import { importsOf, nodesOf, type Import, type Rule } from './source';

/** Modules that can open a connection, or load one that can; with what of them opens none. */
const MODULES: { readonly [module: string]: readonly string[] } = {
  dgram: [],
  dns: [],
  'dns/promises': [],
  http: ['STATUS_CODES'],
  http2: [],
  https: [],
  inspector: [],
  'inspector/promises': [],
  module: [],
  net: ['isIP', 'isIPv4', 'isIPv6'],
  quic: [],
  tls: ['createSecureContext', 'getCACertificates', 'rootCertificates'],
};
const PACKAGES = /^(undici|google-auth-library|gaxios|axios|node-fetch|ws)(\/|$)/;

/** What a process or a page offers without an import. */
const GLOBALS =
  /^(fetch|WebSocket|WebSocketStream|WebTransport|EventSource|XMLHttpRequest|RTCPeerConnection|sendBeacon|getBuiltinModule)$/;
const HOLDERS = /^(globalThis|global|self|window|navigator|process)$/;

interface Exception {
  /** A file, or a folder that ends with `/`. */
  readonly path: string;
  readonly module: string | RegExp;
  /** What may be imported of it; everything where it is left out. */
  readonly names?: readonly string[];
  readonly why: string;
}

/** Who may have more, and why. */
export const networkExceptions: readonly Exception[] = [
  {
    path: 'src/api/undici/',
    module: /^undici(\/|$)/,
    why: 'It is the transport, which counts what it sends.',
  },
  {
    path: 'src/auth/loopbackReceiver.ts',
    module: 'http',
    names: ['createServer'],
    why: 'It listens on this machine for the answer of the browser.',
  },
  {
    path: 'src/emulator/server.ts',
    module: 'http',
    names: ['createServer'],
    why: 'The emulator listens on this machine.',
  },
  ...['authLibrary', 'serviceAccountClient', 'userClient'].map((file) => ({
    path: `src/auth/${file}.ts`,
    module: /^google-auth-library\//,
    why: 'It asks by what it is given, which is the transport.',
  })),
];

/** Nothing but the transport opens a connection, so that its count of them is all there is. */
export const opensNoConnection: Rule = (source) => [
  ...importsOf(source)
    .filter((one) => !one.isTypeOnly && opens(one) && !isException(source.path, one))
    .map(({ target, names }) => `imports ${names.join(', ') || 'all'} of ${target}`),
  ...nodesOf(source.tree).flatMap((node) => {
    if (ts.isStringLiteralLike(node)) return GLOBALS.test(node.text) ? [`names ${node.text}`] : [];
    return ts.isIdentifier(node) && GLOBALS.test(node.text) && isGlobal(node)
      ? [`uses ${node.text}`]
      : [];
  }),
];

function moduleOf(target: string): string {
  return target.replace(/^node:/, '');
}

function opens({ target, names }: Import): boolean {
  if (PACKAGES.test(target)) return true;
  const module = moduleOf(target);
  if (!Object.hasOwn(MODULES, module)) return false;
  const harmless = MODULES[module] ?? [];
  return names.length === 0 || names.some((name) => !harmless.includes(name));
}

function isException(path: string, { target, names }: Import): boolean {
  return networkExceptions.some((one) => {
    const isThere = one.path.endsWith('/') ? path.startsWith(one.path) : path === one.path;
    const isIt =
      typeof one.module === 'string' ? one.module === moduleOf(target) : one.module.test(target);
    const allowed = one.names;
    const isLittle = names.length > 0 && names.every((name) => allowed?.includes(name));
    return isThere && isIt && (!allowed || isLittle);
  });
}

/** Whether a name stands for what the process has, and is not one of our own. */
function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return HOLDERS.test(parent.expression.getText());
  }
  if (ts.isTypeReferenceNode(parent)) return false;
  return !('name' in parent && parent.name === node);
}
