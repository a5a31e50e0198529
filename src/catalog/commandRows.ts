import {
  contextKey,
  PLAYGROUND_PANEL,
  RESOURCES_VIEW,
  TRAFFIC_VIEW,
  type CommandName,
} from './ids';

/** How a command looks in menus and in the palette; its title is in `nls`. */
export interface CommandRow {
  /** Codicon id. */
  readonly icon?: string;
  /** Where the palette has it: always by default, where a when clause holds, or nowhere: it needs a row. */
  readonly palette?: false | string;
  /** Place in the title of a view; the resources unless it says otherwise. */
  readonly viewTitle?: { readonly group: string; readonly when?: string; readonly view?: string };
  /** Place on the rows of the traffic, where it works on one. */
  readonly trafficRow?: { readonly group: string; readonly when?: string };
  /** Place in the title of editors. */
  readonly editorTitle?: { readonly group: string; readonly when: string };
  readonly key?: { readonly win: string; readonly mac: string; readonly when: string };
}

const CONNECTED = `${contextKey('state')} == connected`;
const IS_REQUEST = contextKey('isRequest');
const RUNS = contextKey('emulatorRuns');
// A row of the traffic whose request is kept whole.
const IS_RECORDED = 'viewItem =~ /recorded/';
const IN_TREE = `focusedView == ${RESOURCES_VIEW} && listFocus && !inputFocus`;
const IN_PLAYGROUND = `activeWebviewPanelId == ${PLAYGROUND_PANEL}`;

export const commandRows = {
  addApiKey: { icon: 'key', viewTitle: { group: '2_connections@3' } },
  addApiKeyForEndpoint: { icon: 'key' },
  addConnection: { icon: 'add', viewTitle: { group: '2_connections@4' } },
  switchConnection: { icon: 'plug', viewTitle: { group: '2_connections@1' } },
  editConnection: { icon: 'edit' },
  renameConnection: {},
  duplicateConnection: {},
  removeConnection: { icon: 'trash' },
  signIn: { icon: 'account', viewTitle: { group: '2_connections@2' } },
  signOut: { icon: 'sign-out' },
  signOutEverywhere: { icon: 'sign-out' },
  setUpOAuth: { icon: 'book' },
  diagnoseConnection: { icon: 'pulse', viewTitle: { group: '9_log@2' } },
  exportAdc: {},
  importEnvironment: {},
  useEmulator: { icon: 'beaker', viewTitle: { group: '2_connections@5' } },
  startEmulator: { icon: 'play', palette: `!${RUNS}` },
  stopEmulator: { icon: 'debug-stop', palette: RUNS },
  resetEmulator: { icon: 'discard', palette: RUNS },
  seedEmulator: { icon: 'database', palette: RUNS },
  manageConnections: { icon: 'plug' },
  showLog: { icon: 'output', viewTitle: { group: '9_log@1' } },
  refresh: {
    icon: 'refresh',
    palette: CONNECTED,
    viewTitle: { group: 'navigation@2', when: CONNECTED },
    key: { win: 'ctrl+r', mac: 'cmd+r', when: IN_TREE },
  },
  open: { icon: 'go-to-file', palette: false },
  copyName: {
    icon: 'copy',
    palette: false,
    key: { win: 'ctrl+c', mac: 'cmd+c', when: IN_TREE },
  },
  loadMore: { icon: 'fold-down', palette: false },
  showError: { icon: 'info', palette: false },
  runOperation: { icon: 'symbol-method', viewTitle: { group: '1_playground@2' } },
  sendRequest: {
    icon: 'play',
    editorTitle: { group: 'navigation@1', when: IS_REQUEST },
    key: { win: 'ctrl+enter', mac: 'cmd+enter', when: `editorTextFocus && ${IS_REQUEST}` },
  },
  copyAsCurl: {
    icon: 'terminal',
    palette: IS_REQUEST,
    editorTitle: { group: '1_request@1', when: IS_REQUEST },
    trafficRow: { group: '3_copy@1', when: IS_RECORDED },
  },
  compareVersions: {
    icon: 'diff',
    palette: IS_REQUEST,
    editorTitle: { group: '1_request@2', when: IS_REQUEST },
  },
  openDiscovery: { icon: 'file-code', palette: CONNECTED },
  openExchange: { icon: 'go-to-file', palette: false, trafficRow: { group: '1_open@1' } },
  replayExchange: {
    icon: 'debug-rerun',
    palette: false,
    trafficRow: { group: 'inline@1', when: IS_RECORDED },
  },
  clearTraffic: {
    icon: 'clear-all',
    viewTitle: { group: 'navigation@1', when: contextKey('hasTraffic'), view: TRAFFIC_VIEW },
  },
  showLedger: { icon: 'globe', viewTitle: { group: 'navigation@2', view: TRAFFIC_VIEW } },
  openPlayground: {
    icon: 'comment-discussion',
    viewTitle: { group: 'navigation@1', when: CONNECTED },
  },
  openConversation: { icon: 'history', viewTitle: { group: '1_playground@1' } },
  focusComposer: { palette: IN_PLAYGROUND },
  focusLastMessage: { palette: IN_PLAYGROUND },
} as const satisfies { readonly [N in CommandName]: CommandRow };

export function commandRow(name: CommandName): CommandRow {
  return commandRows[name];
}
