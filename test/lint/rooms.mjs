// Who may import whom: one table of rooms, from which the lint rules of each room's files derive.

/**
 * What a room may import: other rooms, rooms of which it may use only types, single files of those, and packages. A package is an exact name, or
 * a beginning that ends with `/` or `:`.
 * @typedef {{ readonly rooms: readonly string[], readonly types?: readonly string[], readonly files?: readonly string[], readonly packages: readonly string[], readonly packageTypes?: readonly string[] }} Room
 */

const BELOW_HOST = ['platform', 'service', 'catalog', 'catalog/spend', 'webview', 'api', 'base'];
/** Numbers that the table of messages and the pages share; it brings nothing else into a page. */
const FIELD_LIMITS = 'api/schema/fieldLimits';
/** What the service refuses of schemas, which the pages where they are written tell too; it brings nothing else either. */
const SCHEMA_RULES = 'api/schema/schemaRules';
/** Checks of values from elsewhere, such as from a file. */
const SHAPES = 'webview/shape';
/** Pages add up the events of an interaction as the client does; it brings nothing else of the client into a page. */
const ACCUMULATOR = 'api/interactions/accumulate';

/** Regular files only, and nothing through a link: for all who read and write what a workspace has. */
const SAFE_FILES = 'platform/safeFiles';
/** A lock that processes share. */
const FILE_LOCK = 'platform/fileLock';

/** The one way to keep records in files, for rooms that use nothing else of VS Code's adapters. */
const RECORD_FOLDER = 'platform/recordFolder';

/** What every panel is made with. */
const PAGE_PACKAGES = ['preact', 'preact/', '@preact/signals', '@vscode/codicons/'];

/** Translated texts, in every room: VS Code's bundle or the English of the sources. */
const TEXTS = ['@vscode/l10n'];

/** @type {Room} */
const HOST = { rooms: BELOW_HOST, packages: ['vscode', 'node:'] };

/**
 * The rooms, and what each may import. A room may always import itself; a room inside another one is a room of its own.
 * `src/extension.ts` stands above them all.
 * @type {{ readonly [room: string]: Room }}
 */
export const ROOMS = {
  base: { rooms: [], packages: ['node:vm'] },
  api: {
    rooms: ['base'],
    packages: ['node:', 'undici/', 'jsonc-parser/'],
    packageTypes: ['undici'],
  },
  catalog: { rooms: ['api', 'base'], packages: [] },
  'catalog/spend': {
    rooms: ['catalog', 'api', 'base'],
    files: ['platform/pathInside'],
    packages: ['node:'],
  },
  service: {
    rooms: ['catalog', 'catalog/spend', 'api', 'base'],
    types: ['platform'],
    files: [SHAPES, RECORD_FOLDER, FILE_LOCK, 'platform/plainText'],
    packages: ['node:'],
  },
  emulator: {
    rooms: ['api', 'base'],
    files: [SAFE_FILES],
    packages: ['node:', 'croner', 'jsonc-parser/'],
  },
  live: { rooms: ['emulator', 'api', 'base'], packages: ['node:', 'ws'] },
  testing: {
    rooms: ['conversation', 'conversation/model', 'catalog', 'catalog/spend', 'api', 'base'],
    types: ['platform', 'service'],
    files: [
      SHAPES,
      'platform/jsonPath',
      'platform/plainText',
      'files/mimeType',
      SAFE_FILES,
      'resources/chunks/records',
      'resources/chunks/textSource',
    ],
    packages: ['node:', 'ajv', 'ajv/'],
  },
  'testing/report': { rooms: ['webview', 'base'], packages: [] },
  'testing/host': {
    ...HOST,
    rooms: [...BELOW_HOST, 'testing', 'testing/report', 'conversation', 'conversation/model'],
  },
  'testing/webview': {
    rooms: ['testing/report', 'webview', 'webview/page', 'webview/kit', 'base'],
    packages: PAGE_PACKAGES,
  },
  recordings: {
    rooms: ['api', 'base'],
    files: [SAFE_FILES, FILE_LOCK, 'platform/pathInside'],
    packages: ['node:'],
  },
  'recordings/host': {
    ...HOST,
    rooms: [...BELOW_HOST, 'recordings'],
    files: ['matchInput', 'mockRegistry', 'format', 'problems', 'read'].map(
      (file) => `emulator/answers/${file}`,
    ),
  },
  lens: { rooms: ['catalog', 'api', 'base'], packages: [] },
  'lens/host': { ...HOST, rooms: [...BELOW_HOST, 'lens'] },
  cli: {
    rooms: [
      'agent',
      'agent/mcp',
      'live',
      'emulator',
      'recordings',
      'testing',
      'lens',
      'catalog/spend',
      'api',
      'base',
    ],
    packages: ['node:', 'cross-spawn', 'ignore'],
  },
  platform: {
    rooms: ['base'],
    types: ['api', 'webview'],
    packages: ['vscode', 'node:', 'jsonc-parser/'],
  },
  webview: { rooms: ['base'], types: ['api'], packages: [] },
  'webview/page': { rooms: ['webview', 'base'], packages: [] },
  'webview/kit': { rooms: ['webview', 'webview/page', 'base'], packages: PAGE_PACKAGES },
  auth: { ...HOST, packages: [...HOST.packages, 'google-auth-library/'] },
  resources: {
    rooms: [...BELOW_HOST, 'resources/sheets'],
    packages: [...HOST.packages, 'csv-parse', 'chardet', 'croner'],
  },
  'resources/sheets': HOST,
  'resources/webview': {
    rooms: ['resources/sheets', 'webview', 'webview/page', 'webview/kit', 'base'],
    types: ['platform'],
    packages: PAGE_PACKAGES,
  },
  files: { ...HOST, packages: [...HOST.packages, 'ignore', 'picomatch'] },
  console: HOST,
  traffic: { ...HOST, rooms: [...BELOW_HOST, 'traffic/runs', 'traffic/view', 'recordings'] },
  'traffic/runs': { rooms: ['traffic/view', 'catalog', 'api', 'base'], packages: ['node:'] },
  'traffic/view': { rooms: ['webview', 'base'], packages: [] },
  'traffic/webview': {
    rooms: ['traffic/view', 'webview', 'webview/page', 'webview/kit', 'base'],
    packages: PAGE_PACKAGES,
  },
  terminals: HOST,
  agent: {
    rooms: [
      'testing',
      'recordings',
      'conversation',
      'conversation/model',
      'catalog',
      'api',
      'base',
    ],
    files: [
      SAFE_FILES,
      'console/template',
      ...['rerunSession', 'resendRecorded'].map((file) => `recordings/host/${file}`),
    ],
    packages: ['node:'],
  },
  'agent/mcp': { rooms: ['agent', 'base'], packages: ['node:'] },
  'agent/host': {
    ...HOST,
    rooms: [...BELOW_HOST, 'agent', 'agent/mcp'],
    files: ['entryText', 'exchangeDocument'].map((file) => `traffic/${file}`),
  },
  activity: HOST,
  commands: HOST,
  conversation: {
    rooms: ['conversation/model', 'service', 'catalog', 'webview', 'api', 'base'],
    types: ['platform'],
    files: [
      RECORD_FOLDER,
      ...['errors', 'jsonPath', 'plainText', 'report'].map((file) => `platform/${file}`),
    ],
    packages: ['node:', 'yaml'],
  },
  languageModel: {
    rooms: ['conversation', 'conversation/model', 'catalog', 'api', 'base'],
    files: ['platform/plainText'],
    packages: ['node:'],
  },
  'languageModel/host': {
    ...HOST,
    rooms: [...BELOW_HOST, 'languageModel', 'conversation', 'conversation/model'],
  },
  'conversation/model': {
    rooms: ['webview', 'base'],
    types: ['api'],
    files: [FIELD_LIMITS, SCHEMA_RULES],
    packages: [],
  },
  'playground/host': {
    ...HOST,
    rooms: [...BELOW_HOST, 'conversation', 'conversation/model'],
    files: ['resources/chunks/openTable', 'resources/chunks/records'],
  },
  'playground/webview': {
    rooms: ['conversation/model', 'webview', 'webview/page', 'webview/kit', 'base'],
    types: ['api'],
    files: [FIELD_LIMITS, SCHEMA_RULES, ACCUMULATOR],
    packages: ['markdown-it', 'markdown-it-deflist', 'temml', 'highlight.js/', ...PAGE_PACKAGES],
  },
};

/** Folders below `src` that a file may be deep; a file below them stands in no room. */
const DEEPEST = 3;

/** @param {string} room */
const roomsInside = (room) => Object.keys(ROOMS).filter((other) => other.startsWith(`${room}/`));

/** @param {string} text */
const escaped = (text) => text.replaceAll('.', '\\.');

/** @param {readonly string[]} alternatives Nothing matches where there are none. */
const anyOf = (alternatives) =>
  alternatives.length === 0 ? '(?!)' : `(?:${alternatives.join('|')})`;

/** @param {number} folders */
const upwards = (folders) => (folders === 0 ? '\\./' : '\\.\\./'.repeat(folders));

/**
 * The beginning of the imports that lead to another room, as a pattern.
 * @param {string} from
 * @param {number} depth Folders between the room and the file.
 * @param {string} to
 */
function wayTo(from, depth, to) {
  const [start, end] = [from.split('/'), to.split('/')];
  const common = start[0] === end[0] ? 1 : 0;
  const rest = end.slice(common).map((folder) => `${folder}/`);
  const inside = roomsInside(to).map((room) => `${room.slice(to.length + 1)}/`);
  return `${upwards(start.length + depth - common)}${rest.join('')}(?!${anyOf(['\\.\\.', ...inside])})`;
}

/** @param {string} name */
const packageNamed = (name) => escaped(name) + (/[/:]$/.test(name) ? '' : '$');

/**
 * @param {string} room
 * @param {number} depth Folders between the room and the file.
 */
function patternsOf(room, depth) {
  const { rooms, types = [], files = [], packages, packageTypes = [] } = ROOMS[room] ?? HOST;
  const values = [
    ...rooms.map((other) => wayTo(room, depth, other)),
    ...files.map((file) => `${upwards(room.split('/').length + depth)}${file}$`),
    ...[...TEXTS, ...packages].map((name) => packageNamed(name)),
  ];
  const onlyTypes = [
    ...types.map((other) => wayTo(room, depth, other)),
    ...packageTypes.map((name) => packageNamed(name)),
  ];
  const inside = roomsInside(room).map((one) => `${upwards(depth)}${one.slice(room.length + 1)}/`);
  // What leaves the room: a package, a way above its folder, or a room inside it. No way may take a detour.
  const leaving = anyOf(['[^.]', '\\.\\./'.repeat(depth + 1), ...inside]);
  const detour = anyOf(['.*[^.]/\\.\\.', '\\./\\.']);
  return {
    none: `^(?:(?!${anyOf([...values, ...onlyTypes])})${leaving}|${detour})`,
    onlyTypes: `^(?!${anyOf(values)})${anyOf(onlyTypes)}`,
    notNow: `^(?:(?!${anyOf(values)})${leaving}|${detour})`,
  };
}

/**
 * A regular expression as the value of a selector's attribute.
 * @param {string} pattern
 */
export const inSelector = (pattern) => `/${pattern.replaceAll('/', '\\u002F')}/`;

/** @param {string} room */
function messageFor(room) {
  const { rooms, types = [], files = [], packages } = ROOMS[room] ?? HOST;
  const all = [...rooms, ...types.map((one) => `types of ${one}`), ...files, ...TEXTS, ...packages];
  return `${room}/ may import only itself${all.map((one) => `, ${one}`).join('')} (test/lint/rooms.mjs).`;
}

/**
 * The files of a room, one pattern for each depth of folders. Rooms inside it are among them.
 * @param {string} room
 */
const filesOf = (room) =>
  Array.from(
    { length: DEEPEST + 1 - room.split('/').length },
    (_, depth) => `src/${room}/${'*/'.repeat(depth)}*.{ts,tsx}`,
  );

/**
 * @param {string} room
 * @returns {import('eslint').Linter.Config[]} One block for each depth, as a rule sees only the text of an import.
 */
function rulesOf(room) {
  const message = messageFor(room);
  return filesOf(room).map((files, depth) => {
    const { none, onlyTypes, notNow } = patternsOf(room, depth);
    const patterns = [
      { regex: none, message, caseSensitive: true },
      { regex: onlyTypes, message, caseSensitive: true, allowTypeImports: true },
    ];
    const later = { selector: `ImportExpression > Literal[value=${inSelector(notNow)}]`, message };
    return {
      files: [files],
      ignores: roomsInside(room).map((inside) => `src/${inside}/**`),
      rules: {
        'rooms/no-restricted-imports': ['error', { patterns }],
        'rooms/no-restricted-syntax': ['error', later],
      },
    };
  });
}

const ONLY_TYPES =
  'Pages import this file: it may import only types of api/ (test/lint/rooms.mjs).';

/** @type {import('eslint').Linter.Config[]} */
export const roomRules = [
  ...Object.keys(ROOMS).flatMap(rulesOf),
  {
    files: [`src/${FIELD_LIMITS}.ts`],
    rules: {
      'rooms/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?:[^.]|\\.\\./\\.\\.)', message: ONLY_TYPES },
            { regex: '^\\.', message: ONLY_TYPES, allowTypeImports: true },
          ],
        },
      ],
      'rooms/no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression', message: ONLY_TYPES },
      ],
    },
  },
  {
    files: [SCHEMA_RULES, ACCUMULATOR].map((file) => `src/${file}.ts`),
    rules: {
      'rooms/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\.\\./\\.\\./base/)',
              message: ONLY_TYPES,
              allowTypeImports: true,
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/extension.ts', ...Object.keys(ROOMS).flatMap(filesOf)],
    rules: {
      'rooms/no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'This file stands in no room (test/lint/rooms.mjs).' },
      ],
    },
  },
];
