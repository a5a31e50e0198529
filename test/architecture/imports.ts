import ts from 'typescript';
import { importsOf, nodesOf, type Import, type Rule } from './source';

/** What a room, or a file that is one by itself, may import: other rooms, rooms of which it may use only types, and packages. */
interface Room {
  readonly rooms: readonly string[];
  readonly types?: readonly string[];
  /** Exact names, or beginnings that end with `/` or `:`. */
  readonly packages: readonly string[];
  readonly packageTypes?: readonly string[];
}

const FIELD_LIMITS = 'api/schema/fieldLimits';
const BELOW_HOST = [
  'platform',
  'service',
  'catalog',
  'webview',
  'api',
  FIELD_LIMITS,
  'base',
] as const;
const HOST: Room = { rooms: BELOW_HOST, packages: ['vscode', 'node:'] };
const WEBVIEW_PACKAGES = ['markdown-it', 'highlight.js/', '@vscode/codicons/'];

/** The rooms, and what each may know of. A room always knows itself. Longer names win. */
const ROOMS: { readonly [room: string]: Room } = {
  base: { rooms: [], packages: [] },
  // Numbers that the messages table and the pages share; it pulls nothing else into a page.
  [FIELD_LIMITS]: { rooms: [], types: ['api'], packages: [] },
  api: { rooms: [FIELD_LIMITS, 'base'], packages: ['node:', 'undici/'], packageTypes: ['undici'] },
  catalog: { rooms: ['api', FIELD_LIMITS, 'base'], packages: [] },
  service: { rooms: ['catalog', 'api', 'base'], packages: ['node:'] },
  emulator: { rooms: ['api', FIELD_LIMITS, 'base'], packages: ['node:'] },
  platform: {
    rooms: ['base'],
    types: ['api', 'webview'],
    packages: ['vscode', 'node:', 'jsonc-parser/'],
  },
  webview: { rooms: ['base'], types: ['api'], packages: [] },
  auth: { ...HOST, packages: [...HOST.packages, 'google-auth-library/'] },
  resources: {
    rooms: [...BELOW_HOST, 'resources/sheets'],
    packages: [...HOST.packages, 'csv-parser', 'chardet'],
  },
  'resources/sheets': HOST,
  'resources/webview': {
    rooms: ['resources/sheets', 'webview', 'base'],
    types: ['platform'],
    packages: ['@vscode/codicons/'],
  },
  files: HOST,
  console: HOST,
  traffic: HOST,
  activity: HOST,
  commands: HOST,
  playground: { rooms: ['webview', 'base', FIELD_LIMITS], types: ['api'], packages: [] },
  'playground/host': { ...HOST, rooms: [...BELOW_HOST, 'playground'] },
  'playground/webview': {
    rooms: ['playground', 'webview', 'base', FIELD_LIMITS],
    types: ['api'],
    packages: WEBVIEW_PACKAGES,
  },
};

/** The room of a path from the root; nothing for `src/extension.ts`, which knows all rooms. */
function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS)
    .filter(
      (room) =>
        path === `src/${room}.ts` || path === `src/${room}` || path.startsWith(`src/${room}/`),
    )
    .sort((a, b) => b.length - a.length)[0];
}

/** A file in src stands in a room, and imports only from rooms and packages that its room may know. */
export const staysInItsRoom: Rule = (source) => {
  const name = roomOf(source.path);
  const room = name === undefined ? undefined : ROOMS[name];
  if (name === undefined || room === undefined) {
    return source.path === 'src/extension.ts' ? [] : ['stands in no room'];
  }
  return importsOf(source)
    .filter((one) => !isAllowed(name, room, one))
    .map(({ target, isTypeOnly }) => `${name} imports ${target}${isTypeOnly ? ' (types)' : ''}`);
};

function isAllowed(name: string, room: Room, { target, isRelative, isTypeOnly }: Import): boolean {
  if (!isRelative) {
    const packages = [...room.packages, ...(isTypeOnly ? (room.packageTypes ?? []) : [])];
    return packages.some((one) => target === one || (/[/:]$/.test(one) && target.startsWith(one)));
  }
  const other = roomOf(target);
  return (
    other !== undefined &&
    (other === name ||
      room.rooms.includes(other) ||
      (isTypeOnly && (room.types ?? []).includes(other)))
  );
}

/** Only the transport knows undici: it is loaded once, lazily, and without touching the process-wide dispatcher. */
export const keepsUndiciInTheTransport: Rule = (source) =>
  /^src\/api\/(undici\/|undiciTransport\.ts$)/.test(source.path)
    ? []
    : importsOf(source)
        .filter(({ target }) => /^undici(\/|$)/.test(target))
        .map(({ target }) => `imports ${target} outside src/api/undici`);

const WHOLE = /^(undici|google-auth-library)$/;

/** Whole packages bring far more than we use, and undici's entry changes the process for every extension. */
export const importsDeeply: Rule = (source) =>
  importsOf(source)
    .filter(({ target, isTypeOnly }) => WHOLE.test(target) && !isTypeOnly)
    .map(({ target }) => `imports the whole of ${target}`);

/** The split bundle finds no named export of a CommonJS package that is imported later: a file of ours is. */
export const importsOwnFilesLater: Rule = ({ tree }) =>
  nodesOf(tree)
    .filter((node) => ts.isCallExpression(node))
    .filter(({ expression }) => expression.kind === ts.SyntaxKind.ImportKeyword)
    .flatMap((call) => call.arguments.filter((argument) => ts.isStringLiteralLike(argument)))
    .filter(({ text }) => !/^(\.|node:)/.test(text))
    .map(({ text }) => `imports ${text} later`);

const STARTING = /^(node:)?(child_process|cluster|repl|vm|worker_threads)$/;

/** Nothing is started but our own emulator, and that by `fork`; no code is run from text. */
export const startsOnlyTheEmulator: Rule = (source) =>
  importsOf(source)
    .filter(({ target, isTypeOnly }) => STARTING.test(target) && !isTypeOnly)
    .filter(
      ({ target, names }) =>
        !source.path.startsWith('src/service/emulator') ||
        !target.endsWith('child_process') ||
        names.join(', ') !== 'fork',
    )
    .map(({ target, names }) => `imports ${names.join(', ') || 'all'} of ${target}`);
