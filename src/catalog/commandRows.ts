import type { CommandName } from './commands';
import {
  ACTIVITY_VIEW,
  contextKey,
  CONVERSATIONS_VIEW,
  PLAYGROUND_PANEL,
  RESOURCES_VIEW,
  SEARCH_VIEW,
  TRAFFIC_VIEW,
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
  /** Place on the rows of the activities, where it works on one. */
  readonly activityRow?: { readonly group: string; readonly when?: string };
  /** Place on files and folders of the Explorer, and on the tabs of editors. */
  readonly onFiles?: { readonly group: string; readonly when?: string };
  /** Place on the rows of the conversations. */
  readonly conversationRow?: { readonly group: string; readonly when?: string };
  /** Place in the context menu of editors. */
  readonly editorContext?: { readonly group: string; readonly when?: string };
  /** Place in the title of editors. */
  readonly editorTitle?: { readonly group: string; readonly when: string };
  readonly key?: { readonly win: string; readonly mac: string; readonly when: string };
}

const CONNECTED = `${contextKey('state')} == connected`;
// Before the extension is active nothing is known, and what may work is offered.
const USABLE = `${contextKey('state')} != unconfigured`;
const HAS_CONNECTIONS = `${contextKey('connections')} != none`;
const HAS_ACCOUNTS = `${contextKey('accounts')} != none`;
const IS_REQUEST = contextKey('isRequest');
const FILTERED = contextKey('isFiltered');
const RUNS = contextKey('emulatorRuns');
// A row of the traffic whose request is kept whole.
const IS_RECORDED = 'viewItem =~ /recorded/';
const IN_TREE = `focusedView == ${RESOURCES_VIEW} && listFocus && !inputFocus`;
const IN_CONVERSATIONS = `focusedView == ${CONVERSATIONS_VIEW} && listFocus && !inputFocus`;
const IS_CONVERSATION = 'viewItem =~ /conversation/';
const IS_ONE_CONVERSATION = `${IS_CONVERSATION} && !listMultiSelection`;
const CONVERSATIONS_FILTERED = contextKey('isConversationFiltered');
const IS_PROMPT = 'resourceFilename =~ /\\.prompt\\.json$/';
const IS_TRUSTED_PROMPT = `isWorkspaceTrusted && ${IS_PROMPT}`;
const IN_PLAYGROUND = `activeWebviewPanelId == ${PLAYGROUND_PANEL}`;

export const commandRows = {
  addApiKey: { icon: 'key', viewTitle: { group: '2_connections@3' } },
  addApiKeyForEndpoint: { icon: 'key' },
  addConnection: { icon: 'add', viewTitle: { group: '2_connections@4' } },
  switchConnection: { icon: 'plug', palette: USABLE, viewTitle: { group: '2_connections@1' } },
  editConnection: { icon: 'edit', palette: HAS_CONNECTIONS },
  renameConnection: { palette: HAS_CONNECTIONS },
  duplicateConnection: { palette: HAS_CONNECTIONS },
  removeConnection: { icon: 'trash', palette: HAS_CONNECTIONS },
  signIn: { icon: 'account', viewTitle: { group: '2_connections@2' } },
  signOut: { icon: 'sign-out', palette: HAS_ACCOUNTS },
  signOutEverywhere: { icon: 'sign-out', palette: HAS_ACCOUNTS },
  getStarted: { icon: 'rocket' },
  setUpOAuth: { icon: 'book' },
  diagnoseConnection: {
    icon: 'pulse',
    palette: USABLE,
    viewTitle: { group: '9_log@2', when: CONNECTED },
  },
  exportAdc: { palette: HAS_ACCOUNTS },
  importEnvironment: {},
  useEmulator: { icon: 'beaker', viewTitle: { group: '2_connections@5' } },
  startEmulator: { icon: 'play', palette: `!${RUNS}` },
  stopEmulator: { icon: 'debug-stop', palette: RUNS },
  resetEmulator: { icon: 'discard' },
  seedEmulator: { icon: 'database' },
  manageConnections: { icon: 'plug' },
  showLog: { icon: 'output', viewTitle: { group: '9_log@1' } },
  copyDiagnostics: { icon: 'copy', viewTitle: { group: '9_log@3' } },
  refresh: {
    icon: 'refresh',
    palette: CONNECTED,
    viewTitle: { group: 'navigation@2', when: CONNECTED },
    key: { win: 'ctrl+r', mac: 'cmd+r', when: IN_TREE },
  },
  open: {
    icon: 'go-to-file',
    palette: false,
    key: { win: 'enter', mac: 'enter', when: IN_TREE },
  },
  copyName: {
    icon: 'copy',
    palette: false,
    key: { win: 'ctrl+c', mac: 'cmd+c', when: IN_TREE },
  },
  loadMore: { icon: 'fold-down', palette: false },
  showError: { icon: 'info', palette: false },
  loadAll: { icon: 'unfold', palette: false },
  create: { icon: 'add', palette: false },
  rename: { icon: 'edit', palette: false, key: { win: 'f2', mac: 'f2', when: IN_TREE } },
  delete: {
    icon: 'trash',
    palette: false,
    key: { win: 'delete', mac: 'cmd+backspace', when: IN_TREE },
  },
  editText: { icon: 'edit', palette: false },
  editSelected: { icon: 'edit', palette: false },
  importChunks: { icon: 'cloud-upload', palette: CONNECTED },
  importResource: { icon: 'desktop-download', palette: CONNECTED },
  exportResource: { icon: 'export', palette: CONNECTED },
  share: { icon: 'person-add', palette: CONNECTED },
  changeRole: { icon: 'organization', palette: false },
  transferOwnership: { icon: 'arrow-swap', palette: false },
  auditAccess: {
    icon: 'shield',
    palette: CONNECTED,
    viewTitle: { group: '4_share@1', when: CONNECTED },
  },
  search: {
    icon: 'search',
    palette: CONNECTED,
    viewTitle: { group: 'navigation@0', view: SEARCH_VIEW },
  },
  answer: { icon: 'comment', palette: CONNECTED },
  clearSearch: {
    icon: 'clear-all',
    palette: contextKey('hasSearch'),
    viewTitle: { group: 'navigation@1', view: SEARCH_VIEW },
  },
  createTunedModel: { icon: 'add', palette: CONNECTED },
  filterByAccess: { icon: 'filter', palette: CONNECTED },
  uploadFiles: {
    icon: 'cloud-upload',
    palette: USABLE,
    onFiles: { group: '6_generativeLanguage@1', when: 'isWorkspaceTrusted' },
  },
  uploadAgain: { icon: 'cloud-upload', palette: CONNECTED },
  downloadFile: { icon: 'cloud-download', palette: false },
  copyUri: { icon: 'link', palette: false },
  deleteStale: { icon: 'trash', palette: CONNECTED },
  showLoss: { icon: 'graph-line', palette: false },
  cancelOperation: { icon: 'debug-stop', palette: false },
  filterResources: {
    icon: 'filter',
    palette: CONNECTED,
    viewTitle: { group: 'navigation@3', when: `${CONNECTED} && !${FILTERED}` },
    key: { win: 'ctrl+alt+f', mac: 'cmd+alt+f', when: IN_TREE },
  },
  clearFilter: {
    icon: 'filter-filled',
    palette: FILTERED,
    viewTitle: { group: 'navigation@3', when: `${CONNECTED} && ${FILTERED}` },
  },
  sortResources: {
    icon: 'list-ordered',
    palette: CONNECTED,
    viewTitle: { group: '3_find@2', when: CONNECTED },
  },
  goToResource: {
    icon: 'go-to-file',
    palette: CONNECTED,
    viewTitle: { group: '3_find@1', when: CONNECTED },
  },
  restoreDeleted: {
    icon: 'history',
    palette: CONNECTED,
    viewTitle: { group: '8_trash@1', when: CONNECTED },
  },
  cancelActivity: {
    icon: 'debug-stop',
    palette: false,
    activityRow: { group: 'inline@1', when: 'viewItem =~ /can:cancel/' },
  },
  undoActivity: {
    icon: 'discard',
    palette: false,
    activityRow: { group: 'inline@1', when: 'viewItem =~ /can:undo/' },
  },
  openActivity: {
    icon: 'go-to-file',
    palette: false,
    activityRow: { group: 'inline@2', when: 'viewItem =~ /can:open/' },
  },
  pauseActivity: {
    icon: 'debug-pause',
    palette: false,
    activityRow: { group: 'inline@0', when: 'viewItem =~ /can:pause/' },
  },
  resumeActivity: {
    icon: 'debug-continue',
    palette: false,
    activityRow: { group: 'inline@0', when: 'viewItem =~ /can:resume/' },
  },
  retryActivity: {
    icon: 'refresh',
    palette: false,
    activityRow: { group: 'inline@0', when: 'viewItem =~ /can:retry/' },
  },
  copyActivityUri: {
    icon: 'link',
    palette: false,
    activityRow: { group: '3_copy@1', when: 'viewItem =~ /can:copyUri/' },
  },
  askActivity: {
    icon: 'comment-discussion',
    palette: false,
    activityRow: { group: 'inline@1', when: 'viewItem =~ /can:ask/' },
  },
  clearActivity: {
    icon: 'clear-all',
    palette: contextKey('hasActivity'),
    viewTitle: { group: 'navigation@1', when: contextKey('hasActivity'), view: ACTIVITY_VIEW },
  },
  runOperation: {
    icon: 'symbol-method',
    palette: USABLE,
    viewTitle: { group: '1_playground@2', when: CONNECTED },
  },
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
    palette: USABLE,
    viewTitle: { group: 'navigation@1', when: CONNECTED },
  },
  askAboutFile: { icon: 'comment-discussion', palette: false },
  openConversation: { icon: 'history', viewTitle: { group: '1_playground@1' } },
  showConversation: {
    palette: false,
    conversationRow: { group: '1_open@1', when: IS_CONVERSATION },
  },
  renameConversation: {
    palette: false,
    conversationRow: { group: '8_edit@1', when: IS_ONE_CONVERSATION },
    key: { win: 'f2', mac: 'f2', when: IN_CONVERSATIONS },
  },
  deleteConversation: {
    icon: 'trash',
    palette: false,
    conversationRow: { group: '9_delete@1', when: 'viewItem =~ /conversation|unreadable/' },
    key: { win: 'delete', mac: 'cmd+backspace', when: IN_CONVERSATIONS },
  },
  exportConversation: { conversationRow: { group: '3_copy@1', when: IS_ONE_CONVERSATION } },
  importConversation: {
    viewTitle: { group: '1_playground@1', view: CONVERSATIONS_VIEW },
  },
  filterConversations: {
    icon: 'search',
    viewTitle: { group: 'navigation@1', view: CONVERSATIONS_VIEW },
  },
  showAllConversations: {
    icon: 'clear-all',
    palette: CONVERSATIONS_FILTERED,
    viewTitle: { group: 'navigation@2', when: CONVERSATIONS_FILTERED, view: CONVERSATIONS_VIEW },
  },
  runPrompt: {
    icon: 'play',
    palette: IS_TRUSTED_PROMPT,
    editorTitle: { group: 'navigation@1', when: IS_TRUSTED_PROMPT },
    onFiles: { group: '6_generativeLanguage@1', when: IS_TRUSTED_PROMPT },
  },
  openPrompt: {
    icon: 'comment-discussion',
    palette: IS_TRUSTED_PROMPT,
    editorTitle: { group: 'navigation@2', when: IS_TRUSTED_PROMPT },
    onFiles: { group: '6_generativeLanguage@2', when: IS_TRUSTED_PROMPT },
  },
  savePrompt: { palette: `isWorkspaceTrusted && ${IN_PLAYGROUND}` },
  askAboutSelection: {
    palette: `editorHasSelection && ${USABLE}`,
    editorContext: { group: '9_generativeLanguage@1', when: 'editorHasSelection' },
  },
  addToPlayground: {
    palette: 'editorIsOpen',
    editorContext: { group: '9_generativeLanguage@2' },
    onFiles: { group: '6_generativeLanguage@3', when: '!explorerResourceIsFolder' },
  },
  compareModels: {
    icon: 'split-horizontal',
    palette: USABLE,
    viewTitle: { group: '1_playground@2', when: CONNECTED },
  },
  getCode: { palette: IN_PLAYGROUND },
  choosePlaygroundModel: { palette: IN_PLAYGROUND },
  choosePlaygroundMode: { palette: IN_PLAYGROUND },
  showPlaygroundSettings: { palette: IN_PLAYGROUND },
  focusComposer: { palette: IN_PLAYGROUND },
  focusLastMessage: { palette: IN_PLAYGROUND },
} as const satisfies { readonly [N in CommandName]: CommandRow };

export function commandRow(name: CommandName): CommandRow {
  return commandRows[name];
}
