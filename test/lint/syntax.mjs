// What stands in none of the files that a row names, as selectors of the syntax, with the reason.
import { inSelector } from './rooms.mjs';

/** @typedef {{ readonly group: string, readonly message: string, readonly files: readonly string[], readonly ignores?: readonly string[], readonly selectors: readonly string[] }} Row */

/** @param {readonly string[]} names */
const oneOf = (names) => `/^(?:${names.join('|')})$/`;

/** Of VS Code: what shows a text that may come from elsewhere. Each is used by an adapter in `src/platform/`. */
const SINK = oneOf([
  'showInputBox',
  'createInputBox',
  'showQuickPick',
  'createQuickPick',
  'showInformationMessage',
  'showWarningMessage',
  'showErrorMessage',
  'showWorkspaceFolderPick',
  'withProgress',
  'withScmProgress',
  'createStatusBarItem',
  'setStatusBarMessage',
  'createLanguageStatusItem',
  'createWebviewPanel',
  'createTerminal',
  'createTextEditorDecorationType',
  'createCommentController',
  'createSourceControl',
  'MarkdownString',
  'TreeItem',
  'CodeLens',
  'FileDecoration',
  'Diagnostic',
  'Hover',
  'InlayHint',
  'CompletionItem',
  'TestMessage',
  'NotebookCellOutput',
  // An error of a file system: VS Code shows it as a notification.
  'Unavailable',
]);

/** Fields of what VS Code shows, which an adapter alone sets. */
const FIELD = oneOf([
  'tooltip',
  'accessibilityInformation',
  'validationMessage',
  'prompt',
  'placeholder',
  'message',
  'description',
  'title',
]);

const STARTER = oneOf([
  'createTerminal',
  'sendText',
  'executeTask',
  'registerTaskProvider',
  'registerTerminalProfileProvider',
  'ShellExecution',
  'ProcessExecution',
  'CustomExecution',
]);

const HTML_WRITER = oneOf([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'srcdoc',
]);

const PAGE = oneOf([
  'createWebviewPanel',
  'registerWebviewViewProvider',
  'registerWebviewPanelSerializer',
  'clipboard',
]);
const PAGE_OPENER = inSelector(
  '^(?:vscode\\.open|simpleBrowser\\.|workbench\\.action\\.(?:webview|browser))',
);

const VERSION = '/^v1(?:beta[0-9]?)?$/';
const STEP = '/^(?:step|waiting|authorization)$/';
/** A call of `system.openExternal` or `system.copy`, wherever `system` is kept. */
const GIVES =
  "CallExpression[callee.property.name=/^(?:openExternal|copy)$/]:matches([callee.object.name='system'], [callee.object.property.name='system'])";
const SUITE = oneOf(['describe', 'context', 'suite', 'it', 'specify', 'test']);

const SOURCES = ['src/**/*.{ts,tsx}'];

/** @type {readonly Row[]} */
const rows = [
  {
    group: 'sinks',
    message: 'VS Code is given texts by the adapters in src/platform/, which escape them.',
    files: SOURCES,
    // The pages have the DOM, and the emulator has no VS Code.
    ignores: ['src/platform/**', 'src/**/webview/**', 'src/emulator/**'],
    selectors: [
      `MemberExpression[computed=false][property.name=${SINK}]`,
      `MemberExpression > Literal.property[value=${SINK}]`,
      `ObjectPattern > Property[key.name=${SINK}]`,
      `ImportDeclaration[importKind!='type'] > ImportSpecifier[importKind!='type'][imported.name=${SINK}]`,
      `AssignmentExpression > MemberExpression.left[computed=false][object.type!='ThisExpression'][property.name=${FIELD}]`,
    ],
  },
  {
    group: 'commands',
    message:
      'Nothing runs in a shell, a terminal or as a task: what a model wrote never becomes a command.',
    files: SOURCES,
    selectors: [
      `Identifier[name=${STARTER}]`,
      "Property[key.name='shell']:not([value.value=false])",
      "Property[key.value='shell']:not([value.value=false])",
    ],
  },
  {
    group: 'html',
    message: 'Pages are made of elements and text nodes: what a model wrote is never read as HTML.',
    files: SOURCES,
    selectors: [
      `MemberExpression[property.name=${HTML_WRITER}]`,
      "JSXAttribute[name.name='dangerouslySetInnerHTML']",
      "Property[key.name='dangerouslySetInnerHTML']",
      'MemberExpression[property.name=/^write(?:ln)?$/][object.name="document"]',
      'MemberExpression[property.name=/^write(?:ln)?$/][object.property.name="document"]',
    ],
  },
  {
    group: 'pages',
    message:
      'Signing in is a matter of the system’s browser (RFC 8252 section 8.12): System alone opens and copies its page.',
    files: ['src/auth/**/*.ts'],
    selectors: [
      `Identifier[name=${PAGE}]`,
      `Literal[value=${PAGE_OPENER}]`,
      "MemberExpression[property.name='openExternal']:not([object.name='system']):not([object.property.name='system'])",
    ],
  },
  {
    group: 'address',
    message:
      'The address of the authorization page holds the state of a sign-in: System opens or copies it, and no more.',
    files: ['src/auth/**/*.ts'],
    // It makes the address, and gives it to the dialog.
    ignores: ['src/auth/authorizationCodeFlow.ts'],
    selectors: ['[object.name', '[object.property.name']
      .map((owner) => `:not(${GIVES}) > MemberExpression[property.name='url']${owner}=${STEP}]`)
      .concat(
        "VariableDeclarator[init.name='step'] > ObjectPattern > Property[key.name='url']",
        "VariableDeclarator[init.property.name='step'] > ObjectPattern > Property[key.name='url']",
        'ObjectPattern[typeAnnotation.typeAnnotation.typeName.name=/Step$/] > Property[key.name="url"]',
      ),
  },
  {
    group: 'versions',
    message: 'What differs between versions of the service stands in the tables.',
    files: SOURCES,
    ignores: [
      'src/api/versions.ts',
      'src/api/operations.ts',
      'src/api/operations/**',
      'src/api/schema/**',
      'src/catalog/kinds.ts',
      'src/catalog/kinds/**',
    ],
    selectors: [
      `BinaryExpression[operator=/^[!=]==?$/] > Literal[value=${VERSION}]`,
      `SwitchCase > Literal.test[value=${VERSION}]`,
    ],
  },
  {
    group: 'connection',
    message: 'One file words the error of a window without a connection: src/platform/errors.ts.',
    files: SOURCES,
    ignores: ['src/platform/errors.ts'],
    selectors: ["NewExpression > Literal[value='noConnection']"],
  },
  {
    group: 'exports',
    message: 'An export has a name, by which it is found.',
    files: SOURCES,
    ignores: ['**/*.d.ts'],
    selectors: [
      'ExportDefaultDeclaration',
      'TSExportAssignment',
      "ExportSpecifier[exported.name='default']",
    ],
  },
  {
    group: 'errors',
    message: 'No error is swallowed.',
    files: ['src/**', 'test/**', '*.mjs'],
    selectors: ['CatchClause > BlockStatement[body.length=0]'],
  },
  {
    group: 'tests',
    message: 'Every test runs, every time.',
    files: ['test/**'],
    selectors: [
      `CallExpression[callee.object.name=${SUITE}][callee.property.name=/^(?:only|skip)$/]`,
      'CallExpression[callee.name=/^x(?:describe|context|suite|it|specify|test)$/]',
    ],
  },
  {
    group: 'waiting',
    message: 'A test waits for a state, with until or expectSoon, and never for a time.',
    files: ['test/{unit,host,sdk}/**', 'test/ui/{*,support/*}.mjs', 'test/*.test.{mjs,ts}'],
    ignores: ['test/ui/support/expectSoon.mjs'],
    selectors: [
      'CallExpression[callee.name="setTimeout"]',
      'CallExpression[callee.property.name="waitForTimeout"]',
      'ImportDeclaration[source.value=/timers\\/promises$/] > ImportSpecifier[imported.name="setTimeout"]',
    ],
  },
];

/** Names of the rows: each has a rule of its own, so that none takes the place of another. */
export const syntaxGroups = rows.map(({ group }) => group);

/** @type {import('eslint').Linter.Config[]} */
export const syntaxRules = rows.map(({ group, message, files, ignores, selectors }) => ({
  files: [...files],
  ...(ignores === undefined ? {} : { ignores: [...ignores] }),
  rules: {
    [`${group}/no-restricted-syntax`]: [
      'error',
      ...selectors.map((selector) => ({ selector, message })),
    ],
  },
}));
