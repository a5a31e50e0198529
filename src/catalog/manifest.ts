import { VERSIONS } from '../api/versions';
import { MOCKS_SUFFIX } from '../base/mockFiles';
import {
  type CommandName,
  type CommandRow,
  type Verb,
  commandNames,
  commandRow,
  needsAccount,
  titleCommands,
  verbs,
} from './commandTable/index';
import { commandId, titleCommandId } from './commands';
import { newSchemaAddress, partSchemaAddress, schemaAddress } from './documents';
import { PART_VERSION, partSchemas } from './documentSchemas';
import {
  ACCOUNT_PROVIDER,
  ACTIVITY_VIEW,
  CHAT_VENDOR,
  COMPARE_PANEL,
  contextKey,
  CONVERSATIONS_VIEW,
  DOCUMENT_SCHEME,
  FILES_SCHEME,
  PART_SCHEME,
  PLAYGROUND_PANEL,
  TEST_REPORT_PANEL,
  PREFIX,
  RESOURCES_VIEW,
  SEARCH_VIEW,
  TRAFFIC_VIEW,
} from './ids';
import { bodyMessage, canDo, contextPattern } from './kindOperations';
import { type KindId, kindIds, kindRow } from './kinds';
import { type SettingName, settingNames, settingRow } from './settings';
import { type ItemField, itemFields, settingTexts } from './settingTexts';
import { type AddText, views, walkthroughs } from './views';

/** More contributions, from tables of other rooms. */
type AddContributions = (add: AddText) => object;

/** Languages of source files in which models are marked. JSON isn't one, because VS Code always opens settings. */
const LENS_LANGUAGES = [
  'csharp',
  'dart',
  'dotenv',
  'go',
  'java',
  'javascript',
  'javascriptreact',
  'kotlin',
  'php',
  'properties',
  'python',
  'ruby',
  'rust',
  'shellscript',
  'swift',
  'typescript',
  'typescriptreact',
  'yaml',
] as const;

/**
 * Returns the generated blocks of package.json and all of package.nls.json (`nls`). A test compares both files with the
 * result.
 */
export function manifest(addContributions: AddContributions = () => ({})) {
  const nls: { [key: string]: string } = {};
  const add: AddText = (key, text) => {
    if ((nls[key] ?? text) !== text) throw new Error(`${key} has two texts.`);
    nls[key] = text;
    return `%${key}%`;
  };
  const extension = add('extension.displayName', 'Generative Language (Gemini API)');
  add(
    'extension.description',
    'Gemini API in VS Code: chat with models, test prompts, manage files and stores, and develop offline with a built-in emulator. No telemetry.',
  );
  return {
    activationEvents: [
      `onFileSystem:${DOCUMENT_SCHEME}`,
      `onFileSystem:${FILES_SCHEME}`,
      `onFileSystem:${PART_SCHEME}`,
      `onWebviewPanel:${PLAYGROUND_PANEL}`,
      `onWebviewPanel:${COMPARE_PANEL}`,
      `onWebviewPanel:${TEST_REPORT_PANEL}`,
      'workspaceContains:**/*.prompt.json',
      'workspaceContains:**/*.retrieval.json',
      // Terminals and the debugger may belong to folders that need a running emulator.
      'onTerminal:*',
      'onDebug',
      ...LENS_LANGUAGES.map((id) => `onLanguage:${id}`),
      // CodeLenses of recordings and mock files.
      'workspaceContains:.genlang',
    ],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: add(
          'untrusted.description',
          'In Restricted Mode, features that read workspace files or use the emulator in terminals are off. Connections are never read from workspace settings.',
        ),
        restrictedConfigurations: settingNames().map((name) => `${PREFIX}.${name}`),
      },
      virtualWorkspaces: true,
    },
    contributes: {
      commands: [
        ...commandNames().map((name) => commandEntry(name, commandId(name), add)),
        ...titleCommands().map((name) => commandEntry(name, titleCommandId(name), add)),
      ],
      submenus: [{ id: FILES_MENU, label: add('container.title', 'Gemini API') }],
      menus: menus(),
      keybindings: commandNames().flatMap(keybinding),
      ...views(add),
      walkthroughs: walkthroughs(add),
      configuration: {
        title: extension,
        properties: Object.fromEntries(
          settingNames().map((name) => [`${PREFIX}.${name}`, settingEntry(name, add)]),
        ),
      },
      authentication: [{ id: ACCOUNT_PROVIDER, label: extension }],
      languageModelChatProviders: [
        {
          vendor: CHAT_VENDOR,
          displayName: extension,
          managementCommand: commandId('manageConnections'),
        },
      ],
      resourceLabelFormatters: [DOCUMENT_SCHEME, FILES_SCHEME].map((scheme) => ({
        scheme,
        formatting: { label: '${path}', separator: '/', stripPathStartingSeparator: true },
      })),
      jsonValidation: [
        { fileMatch: '*.prompt.json', url: './media/prompt.schema.json' },
        { fileMatch: '*.retrieval.json', url: './media/retrieval.schema.json' },
        { fileMatch: `*${MOCKS_SUFFIX}`, url: './media/mocks.schema.json' },
        ...Object.keys(partSchemas).map((file) => ({
          fileMatch: `${PART_SCHEME}:/*/${file}.json`,
          url: partSchemaAddress(PART_VERSION, file),
        })),
        ...kindIds().flatMap(documentSchemas),
      ],
      ...addContributions(add),
    },
    nls,
  };
}

function commandEntry(name: CommandName, command: string, add: AddText) {
  const { icon, title } = commandRow(name);
  return {
    command,
    title: add(`command.${name}`, title),
    category: add('category', 'Gemini API'),
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  };
}

function keybinding(name: CommandName) {
  const { key } = commandRow(name);
  return key ? [{ command: commandId(name), key: key.win, mac: key.mac, when: key.when }] : [];
}

function settingEntry(name: SettingName, add: AddText) {
  const { choices, ...row } = settingRow(name);
  const { text, schema: { items, ...schema } = {}, choices: does = {} } = settingTexts[name];
  const key = `setting.${name}`;
  return {
    ...row,
    ...schema,
    scope: 'application',
    ...(choices && {
      enum: choices,
      enumDescriptions: choices.map((choice) => add(`${key}.${choice}`, does[choice] ?? '')),
    }),
    markdownDescription: add(key, text),
    ...(items && { items: withFields(items, itemFields[name], key, add) }),
  };
}

function withFields(
  items: object,
  rows: { readonly [field: string]: ItemField } | undefined,
  key: string,
  add: AddText,
) {
  if (!rows) return items;
  const fields = Object.entries(rows).map(([field, row]) => {
    const { text, isMarkdown = false, ...schema } = row;
    const description = add(`${key}.${field}`, text);
    return [
      field,
      { ...schema, [isMarkdown ? 'markdownDescription' : 'description']: description },
    ];
  });
  return { ...items, properties: Object.fromEntries(fields) as object };
}

function documentSchemas(kind: KindId) {
  return [
    ...VERSIONS.filter((version) => canDo(kind, 'get', version)).map((version) => ({
      fileMatch: `${DOCUMENT_SCHEME}:/*/${version}/${kindRow(kind).pattern}.json`,
      url: schemaAddress(version, kindRow(kind).message),
    })),
    ...VERSIONS.filter((version) => kindRow(kind).template && canDo(kind, 'create', version)).map(
      (version) => ({
        fileMatch: `${DOCUMENT_SCHEME}:/*/${version}/new/${kindRow(kind).pattern}.json`,
        url: newSchemaAddress(version, bodyMessage(kind, 'create')),
      }),
    ),
  ];
}

const FILES_MENU = `${PREFIX}.files`;

interface MenuRow {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** Returns the menus of package.json: tree rows by verb, view titles, and hidden palette entries. */
function menus(): { readonly [place: string]: readonly MenuRow[] } {
  // VS Code hides an empty submenu.
  const filesMenu = { submenu: FILES_MENU, group: '6_generativeLanguage' };
  return {
    commandPalette: [
      ...commandNames().flatMap(paletteRow),
      ...titleCommands().map((name) => ({ command: titleCommandId(name), when: 'false' })),
    ],
    'view/title': commandNames().flatMap(titleRow),
    'view/item/context': [
      ...verbs().flatMap(treeRows),
      ...rowsAt('trafficRow', TRAFFIC_VIEW),
      ...rowsAt('activityRow', ACTIVITY_VIEW),
      ...rowsAt('conversationRow', CONVERSATIONS_VIEW),
    ],
    'editor/context': rowsAt('editorContext'),
    'editor/title': rowsAt('editorTitle'),
    [FILES_MENU]: rowsAt('onFiles'),
    'editor/title/context': [filesMenu],
    'explorer/context': [filesMenu],
  };
}

type PlaceName =
  | 'trafficRow'
  | 'activityRow'
  | 'conversationRow'
  | 'onFiles'
  | 'editorContext'
  | 'editorTitle';

/** Returns the menu rows of commands at a place. `view` restricts them to that view. */
function rowsAt(name: PlaceName, view?: string): readonly MenuRow[] {
  return commandNames().flatMap((command) => {
    const place = commandRow(command)[name];
    if (!place) return [];
    return [menuRow(commandId(command), place.group, [view && `view == ${view}`, place.when])];
  });
}

function menuRow(
  command: string,
  group: string,
  conditions: readonly (string | undefined)[],
): MenuRow {
  const when = conditions.filter((condition) => condition !== undefined).join(' && ');
  return { command, ...(when !== '' && { when }), group };
}

function paletteRow(name: CommandName): readonly MenuRow[] {
  const { palette } = commandRow(name);
  if (palette === false) return [{ command: commandId(name), when: 'false' }];
  const when = [palette, ...withAccount(name)].filter((one) => one !== undefined).join(' && ');
  return when === '' ? [] : [{ command: commandId(name), when }];
}

/** Returns the when clause of a command that requires an account. Empty for others. */
function withAccount(name: CommandName): readonly string[] {
  return needsAccount(name) ? [`!${contextKey('isKeyOnly')}`] : [];
}

function titleRow(name: CommandName): readonly MenuRow[] {
  const { viewTitle } = commandRow(name);
  if (!viewTitle) return [];
  const { group, when, view = RESOURCES_VIEW } = viewTitle;
  const command = titleCommands().includes(name) ? titleCommandId(name) : commandId(name);
  return [menuRow(command, group, [`view == ${view}`, when, ...withAccount(name)])];
}

function treeRows(verb: Verb): readonly MenuRow[] {
  const { tree }: CommandRow = commandRow(verb);
  if (!tree) return [];
  const { group, icon, inSearch } = tree;
  const row = (pattern: string, place: string, view = RESOURCES_VIEW): MenuRow =>
    menuRow(commandId(verb), place, [`view == ${view}`, `viewItem =~ /${pattern}/`]);
  return [
    row(contextPattern(verb), group),
    ...(icon ? [row(contextPattern(verb, icon.on), `inline@${icon.order}`)] : []),
    ...(inSearch ? [row(contextPattern(verb), group, SEARCH_VIEW)] : []),
  ];
}
