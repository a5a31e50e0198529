import { VERSIONS } from '../api/versions';
import { commandId, titleCommandId } from './commands';
import { commandNames, commandRow, titleCommands, type CommandName } from './commandTable';
import { newSchemaAddress, partSchemaAddress, schemaAddress } from './documents';
import { PART_VERSION, partSchemas } from './documentSchemas';
import {
  ACCOUNT_PROVIDER,
  COMPARE_PANEL,
  DOCUMENT_SCHEME,
  PART_SCHEME,
  PLAYGROUND_PANEL,
  PREFIX,
} from './ids';
import { canDo } from './kindOperations';
import { kindIds, kindRow, type KindId } from './kinds';
import { menus } from './menus';
import {
  connectionFields,
  settingNames,
  settingRow,
  type ConnectionField,
  type SettingName,
} from './settings';
import { views, walkthroughs, type AddText } from './views';

/**
 * The generated blocks of package.json, and the whole of package.nls.json (`nls`). A test compares both
 * files with this, so that they are never stale.
 */
export function manifest() {
  const nls: { [key: string]: string } = {};
  const add: AddText = (key, text) => {
    if ((nls[key] ?? text) !== text) throw new Error(`${key} has two texts.`);
    nls[key] = text;
    return `%${key}%`;
  };
  const extension = add('extension.displayName', 'Generative Language');
  // Named by a block that is written by hand.
  add(
    'extension.description',
    "Browse and talk to models of Google's Generative Language API (Gemini, PaLM), with a streaming playground and a built-in emulator that needs no account.",
  );
  return {
    activationEvents: [
      `onFileSystem:${DOCUMENT_SCHEME}`,
      `onFileSystem:${PART_SCHEME}`,
      `onWebviewPanel:${PLAYGROUND_PANEL}`,
      `onWebviewPanel:${COMPARE_PANEL}`,
    ],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: add(
          'untrusted.description',
          'Everything works except what reads files of the workspace. Connections are never read from workspace settings.',
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
      resourceLabelFormatters: [
        {
          scheme: DOCUMENT_SCHEME,
          formatting: { label: '${path}', separator: '/', stripPathStartingSeparator: true },
        },
      ],
      jsonValidation: [
        { fileMatch: '*.prompt.json', url: './media/prompt.schema.json' },
        ...Object.keys(partSchemas).map((file) => ({
          fileMatch: `${PART_SCHEME}:/*/${file}.json`,
          url: partSchemaAddress(PART_VERSION, file),
        })),
        ...kindIds().flatMap(documentSchemas),
      ],
    },
    nls,
  };
}

function commandEntry(name: CommandName, command: string, add: AddText) {
  const { icon, title } = commandRow(name);
  return {
    command,
    title: add(`command.${name}`, title),
    category: add('category', 'Generative Language'),
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  };
}

function keybinding(name: CommandName) {
  const { key } = commandRow(name);
  return key ? [{ command: commandId(name), key: key.win, mac: key.mac, when: key.when }] : [];
}

function settingEntry(name: SettingName, add: AddText) {
  const { summary: _forReadme, text, choices, items, ...schema } = settingRow(name);
  const key = `setting.${name}`;
  return {
    ...schema,
    scope: 'application',
    ...(choices && {
      enum: Object.keys(choices),
      enumDescriptions: Object.entries(choices).map(([choice, does]) =>
        add(`${key}.${choice}`, does),
      ),
    }),
    markdownDescription: add(key, text),
    ...(items && { items: name === 'connections' ? connectionItems(items, key, add) : items }),
  };
}

function connectionItems(items: object, key: string, add: AddText) {
  const fields = Object.entries<ConnectionField>(connectionFields).map(([field, row]) => {
    const { text, isMarkdown = false, ...schema } = row;
    const description = add(`${key}.${field}`, text);
    return [
      field,
      { ...schema, [isMarkdown ? 'markdownDescription' : 'description']: description },
    ];
  });
  return { ...items, properties: Object.fromEntries(fields) as object };
}

/** The schemas of the documents of a kind, per version. */
function documentSchemas(kind: KindId) {
  return [
    ...VERSIONS.filter((version) => canDo(kind, 'get', version)).map((version) => ({
      fileMatch: `${DOCUMENT_SCHEME}:/*/${version}/${kindRow(kind).pattern}.json`,
      url: schemaAddress(version, kindRow(kind).message),
    })),
    ...VERSIONS.filter((version) => kindRow(kind).template && canDo(kind, 'create', version)).map(
      (version) => ({
        fileMatch: `${DOCUMENT_SCHEME}:/*/${version}/new/${kindRow(kind).pattern}.json`,
        url: newSchemaAddress(version, kindRow(kind).message),
      }),
    ),
  ];
}
