import { VERSIONS } from '../api/versions';
import { commandRow } from './commandRows';
import { newSchemaAddress, partSchemaAddress, schemaAddress } from './documents';
import { commandId, TITLE_COMMANDS, titleCommandId } from './commands';
import {
  ACCOUNT_PROVIDER,
  ACTIVITY_VIEW,
  COMPARE_PANEL,
  contextKey,
  CONVERSATIONS_VIEW,
  DOCUMENT_SCHEME,
  PANEL_CONTAINER,
  PART_SCHEME,
  PLAYGROUND_PANEL,
  PREFIX,
  RESOURCES_VIEW,
  SEARCH_VIEW,
  settings,
  TRAFFIC_VIEW,
  type SettingName,
} from './ids';
import { canDo } from './kindOperations';
import { kindIds, kindRow, type KindId } from './kinds';
import { commandNames, menus } from './menus';
import { nls, nlsRef } from './nls';
import { PART_VERSION, partSchemas } from './documentSchemas';
import { settingRows } from './settingRows';
import { walkthroughs } from './walkthrough';

const UNCONFIGURED = `${contextKey('state')} == unconfigured`;
const TRAFFIC_IS_KEPT = `config.${PREFIX}.${'traffic.enabled' satisfies SettingName}`;

/**
 * The generated blocks of package.json, and the whole of package.nls.json (`nls`). A test compares both
 * files with this, so that they are never stale.
 */
export function manifest() {
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
        description: nlsRef('untrusted.description'),
        restrictedConfigurations: Object.keys(settings).map((name) => `${PREFIX}.${name}`),
      },
      virtualWorkspaces: true,
    },
    contributes: {
      commands: [
        ...commandNames().map((name) => commandEntry(name, commandId(name))),
        ...TITLE_COMMANDS.map((name) => commandEntry(name, titleCommandId(name))),
      ],
      menus: menus(),
      keybindings: commandNames().flatMap(keybinding),
      viewsContainers: {
        activitybar: [{ id: PREFIX, title: nlsRef('container.title'), icon: 'media/icon.svg' }],
        panel: [{ id: PANEL_CONTAINER, title: nlsRef('container.title'), icon: 'media/icon.svg' }],
      },
      views: {
        [PREFIX]: [
          {
            id: RESOURCES_VIEW,
            name: nlsRef('view.resources'),
            contextualTitle: nlsRef('view.resources.context'),
            icon: 'media/icon.svg',
          },
          {
            id: CONVERSATIONS_VIEW,
            name: nlsRef('view.conversations'),
            visibility: 'collapsed',
            icon: 'media/icon.svg',
          },
        ],
        // Beside each other they need the width of the panel; the sidebar is for what one works on.
        [PANEL_CONTAINER]: [
          {
            id: SEARCH_VIEW,
            name: nlsRef('view.search'),
            when: contextKey('hasSearch'),
            icon: 'media/icon.svg',
          },
          { id: ACTIVITY_VIEW, name: nlsRef('view.activity'), icon: 'media/icon.svg' },
          { id: TRAFFIC_VIEW, name: nlsRef('view.traffic'), icon: 'media/icon.svg' },
        ],
      },
      viewsWelcome: [
        // One button, which needs nothing; the rest are links in sentences.
        { view: RESOURCES_VIEW, contents: nlsRef('welcome.emulator'), when: UNCONFIGURED },
        {
          view: RESOURCES_VIEW,
          contents: nlsRef('welcome.geminiKey'),
          when: `${UNCONFIGURED} && ${contextKey('environmentKey')} == GEMINI_API_KEY`,
        },
        {
          view: RESOURCES_VIEW,
          contents: nlsRef('welcome.googleKey'),
          when: `${UNCONFIGURED} && ${contextKey('environmentKey')} == GOOGLE_API_KEY`,
        },
        { view: RESOURCES_VIEW, contents: nlsRef('welcome.others'), when: UNCONFIGURED },
        {
          view: CONVERSATIONS_VIEW,
          contents: nlsRef('welcome.noConversations'),
          when: `!${contextKey('isConversationFiltered')}`,
        },
        { view: ACTIVITY_VIEW, contents: nlsRef('welcome.noActivity') },
        {
          view: TRAFFIC_VIEW,
          contents: nlsRef('welcome.noTraffic'),
          when: TRAFFIC_IS_KEPT,
        },
        {
          view: TRAFFIC_VIEW,
          contents: nlsRef('welcome.trafficOff'),
          when: `!${TRAFFIC_IS_KEPT}`,
        },
      ],
      walkthroughs: walkthroughs(),
      configuration: {
        title: nlsRef('extension.displayName'),
        properties: Object.fromEntries(
          Object.entries(settingRows).map(([name, row]) => [`${PREFIX}.${name}`, row]),
        ),
      },
      authentication: [{ id: ACCOUNT_PROVIDER, label: nlsRef('extension.displayName') }],
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

function commandEntry(name: ReturnType<typeof commandNames>[number], command: string) {
  const { icon } = commandRow(name);
  return {
    command,
    title: nlsRef(`command.${name}`),
    category: nlsRef('category'),
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  };
}

function keybinding(name: ReturnType<typeof commandNames>[number]) {
  const { key } = commandRow(name);
  return key ? [{ command: commandId(name), key: key.win, mac: key.mac, when: key.when }] : [];
}
