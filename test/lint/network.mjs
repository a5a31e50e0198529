// Nothing but the transport opens a connection, so that its count of them is all there is; and nothing is started but the
// emulator.
import { inSelector } from './rooms.mjs';

/**
 * Modules that open connections, start processes or load modules that do; with what of them does not.
 * @type {{ readonly [module: string]: readonly string[] }}
 */
const MODULES = {
  child_process: [],
  cluster: [],
  dgram: [],
  dns: [],
  'dns/promises': [],
  http: ['STATUS_CODES', 'validateHeaderName', 'validateHeaderValue'],
  http2: [],
  https: [],
  inspector: [],
  'inspector/promises': [],
  module: [],
  net: ['isIP', 'isIPv4', 'isIPv6'],
  quic: [],
  repl: [],
  tls: ['createSecureContext', 'getCACertificates', 'rootCertificates'],
  vm: [],
  worker_threads: [],
};

const PACKAGES = [
  'undici',
  'google-auth-library',
  'gaxios',
  'axios',
  'node-fetch',
  'ws',
  'cross-spawn',
];

/** Whole, these bring far more than is used, and the entry of undici changes the process for every extension. */
const ONLY_BY_FILE = ['undici', 'google-auth-library'];

/**
 * What some files may import beyond that, and why: names of a module, a package, or the types of one.
 * @type {readonly { readonly files: readonly string[], readonly module?: string | readonly string[], readonly names?: readonly string[], readonly package?: string, readonly types?: string, readonly why: string }[]}
 */
export const networkExceptions = [
  {
    files: ['src/api/undici/**/*.ts'],
    package: 'undici',
    why: 'It is the transport, which counts what it sends.',
  },
  {
    files: ['src/api/nodeTransport.ts'],
    module: ['http', 'https'],
    names: ['request'],
    why: 'It is the transport of the emulator as a program, which sends what the user has typed there.',
  },
  {
    files: ['src/testing/code.ts'],
    module: 'worker_threads',
    names: ['Worker'],
    why: 'It runs functions of the workspace that the user has agreed to, apart from everything else.',
  },
  {
    files: ['src/base/patterns.ts'],
    module: 'vm',
    names: ['createContext', 'Script'],
    why: 'It stops regular expressions of users; the one script there calls what it is handed.',
  },
  {
    files: ['src/auth/loopbackReceiver.ts'],
    module: 'http',
    names: ['createServer'],
    why: 'It listens on this machine for the answer of the browser.',
  },
  {
    files: ['src/recordings/{upstream,proxy}.ts'],
    module: ['http', 'https', 'tls'],
    names: ['request', 'Agent', 'connect', 'createSecureContext', 'getCACertificates'],
    why: 'They ask the upstream that its user has named, where something is recorded, through the proxy of the environment or of VS Code.',
  },
  {
    files: ['src/emulator/webhooks/post.ts'],
    module: ['http', 'https'],
    names: ['request'],
    why: 'It tells programs on this machine what has happened; nothing else is connected to.',
  },
  {
    files: ['src/emulator/http/listeners.ts'],
    module: ['http', 'https'],
    names: ['createServer'],
    why: 'The emulator listens on this machine.',
  },
  {
    files: ['src/agent/mcp/httpServer.ts'],
    module: 'http',
    names: ['createServer'],
    why: 'It listens on this machine for agents that have its token.',
  },
  {
    files: ['src/live/*.ts'],
    package: 'ws',
    why: 'It talks on connections that others have opened to the emulator, and on those that it relays.',
  },
  {
    files: ['src/cli/supervisedCommand.ts'],
    package: 'cross-spawn',
    module: 'child_process',
    names: ['execFileSync'],
    why: 'It runs the command that its user has typed, beside the emulator, and ends what it has started.',
  },
  {
    files: ['src/cli/testing.ts'],
    module: 'child_process',
    names: ['spawn'],
    why: 'It starts the emulator beside tests, as a process of its own.',
  },
  {
    files: ['authLibrary', 'googleAuth'].map((file) => `src/auth/${file}.ts`),
    package: 'google-auth-library',
    why: 'They ask by what they are given, which is the transport.',
  },
  {
    files: ['src/service/emulator*.ts'],
    module: 'child_process',
    names: ['fork'],
    why: 'The emulator is a process of its own.',
  },
];

const OPENS = 'Only the transport opens connections, and only the emulator is started';

/**
 * @param {{ readonly module?: string | readonly string[], readonly names?: readonly string[], readonly package?: string, readonly types?: string }} [exception]
 * @returns {import('eslint').Linter.RuleEntry}
 */
function restrictedImports(exception = {}) {
  const message = `${OPENS} (test/lint/network.mjs).`;
  const paths = Object.entries(MODULES).flatMap(([module, harmless]) => {
    const isException = [exception.module].flat().includes(module);
    const names = [...harmless, ...(isException ? (exception.names ?? []) : [])];
    const allowed = names.length === 0 ? {} : { allowImportNames: names };
    return [module, `node:${module}`].map((name) => ({
      name,
      message,
      allowTypeImports: true,
      ...allowed,
    }));
  });
  const whole = ONLY_BY_FILE.map((name) => ({
    name,
    message: 'Import the one file of it that is needed.',
    allowTypeImports: true,
  }));
  const patterns = PACKAGES.filter((name) => name !== exception.package).map((name) => ({
    regex: `^${name}(?:/|$)`,
    message,
    caseSensitive: true,
    // Even the types of undici stay in the transport.
    allowTypeImports: name !== 'undici' || name === exception.types,
  }));
  return ['error', { paths: [...paths, ...whole], patterns }];
}

/** What a process or a page offers without an import. */
const GLOBALS = [
  'fetch',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'XMLHttpRequest',
  'RTCPeerConnection',
  'sendBeacon',
  'getBuiltinModule',
];
const HOLDER = '/^(?:globalThis|global|self|window|navigator|process)$/';

const NAME = `/^(?:${GLOBALS.join('|')})$/`;
const MODULE = inSelector(`^(?:node:)?(?:${Object.keys(MODULES).join('|')})$`);

/** @type {import('eslint').Linter.Config[]} */
export const networkRules = [
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'network/no-restricted-imports': restrictedImports(),
      'network/no-restricted-globals': [
        'error',
        ...GLOBALS.map((name) => ({ name, message: `${OPENS}.` })),
      ],
      'network/no-restricted-syntax': [
        'error',
        ...[
          `ImportExpression > Literal[value=${MODULE}]`,
          // Without names, the rule about imports judges none.
          `ImportDeclaration[specifiers.length=0] > Literal[value=${MODULE}]`,
          `MemberExpression[object.name=${HOLDER}][property.name=${NAME}]`,
          `VariableDeclarator[init.name=${HOLDER}] > ObjectPattern > Property[key.name=${NAME}]`,
          `Literal[value=${NAME}]`,
          `TemplateElement[value.cooked=${NAME}]`,
        ].map((selector) => ({ selector, message: `${OPENS}.` })),
        {
          selector: 'ImportExpression > :not(Literal).source',
          message: 'What is imported is written out, so that it can be judged.',
        },
        {
          selector: `ImportExpression > Literal[value=${inSelector('^(?!\\.|node:)')}]`,
          message:
            'The split bundle finds no named export of a CommonJS package that is imported later: import a file of ours.',
        },
      ],
    },
  },
  ...networkExceptions.map((exception) => ({
    files: [...exception.files],
    rules: { 'network/no-restricted-imports': restrictedImports(exception) },
  })),
];
