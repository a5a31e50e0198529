import { ANSWER_SCHEME, contextKey, CONVERSATIONS_VIEW, PLAYGROUND_PANEL } from '../ids';
import { CONNECTED, USABLE, type CommandRows } from './row';

const IN_CONVERSATIONS = `focusedView == ${CONVERSATIONS_VIEW} && listFocus && !inputFocus`;
const IS_CONVERSATION = 'viewItem =~ /conversation/';
const IS_ONE_CONVERSATION = `${IS_CONVERSATION} && !listMultiSelection`;
const CONVERSATIONS_FILTERED = contextKey('isConversationFiltered');
const IS_TRUSTED_PROMPT = 'isWorkspaceTrusted && resourceFilename =~ /\\.prompt\\.json$/';
/** Code that was opened with Get Code. */
const IS_CODE = `resourceScheme == ${ANSWER_SCHEME} && resourceFilename =~ /^[Gg]emini-?[Rr]equest\\./`;
const IN_PLAYGROUND = `activeWebviewPanelId == ${PLAYGROUND_PANEL}`;

export const playgroundCommands = {
  openPlayground: {
    title: 'Open Playground',
    takes: 'target',
    icon: 'comment-discussion',
    palette: USABLE,
    viewTitle: { group: 'navigation@1', when: CONNECTED },
    tree: { group: '1_open@1', icon: { order: 1, on: ['resource'] } },
  },
  askAboutFile: {
    title: 'Ask About File',
    takes: 'target',
    icon: 'comment-discussion',
    palette: false,
    tree: { group: '1_open@1', icon: { order: 2, on: ['resource'] } },
  },
  askStore: {
    title: 'Ask About File Search Store',
    takes: 'target',
    icon: 'comment-discussion',
    palette: false,
    tree: { group: '1_open@1', icon: { order: 3, on: ['resource'] } },
  },
  openInteraction: {
    title: 'Open Interaction in Playground',
    takes: 'target',
    icon: 'comment-discussion',
    palette: false,
    tree: { group: '1_open@1', icon: { order: 4, on: ['resource'] } },
  },
  askAgent: {
    title: 'Open Agent in Playground',
    takes: 'target',
    icon: 'comment-discussion',
    palette: false,
    tree: { group: '1_open@1', icon: { order: 5, on: ['resource'] } },
  },
  chooseAgent: {
    title: 'Open Agent in Playground…',
    takes: 'target',
    icon: 'comment-discussion',
    palette: CONNECTED,
    tree: { group: '1_open@1' },
  },
  openConversation: {
    title: 'Open Conversation…',
    icon: 'history',
    viewTitle: { group: '1_playground@1' },
  },
  showConversation: {
    title: 'Open Conversation',
    takes: 'conversation',
    palette: false,
    conversationRow: { group: '1_open@1', when: IS_CONVERSATION },
  },
  renameConversation: {
    title: 'Rename Conversation…',
    takes: 'conversation',
    palette: false,
    conversationRow: { group: '8_edit@1', when: IS_ONE_CONVERSATION },
    key: { win: 'f2', mac: 'f2', when: IN_CONVERSATIONS },
  },
  deleteConversation: {
    title: 'Delete Conversation',
    takes: 'conversation',
    icon: 'trash',
    palette: false,
    conversationRow: { group: '9_delete@1', when: 'viewItem =~ /conversation|unreadable/' },
    key: { win: 'delete', mac: 'cmd+backspace', when: IN_CONVERSATIONS },
  },
  exportConversation: {
    title: 'Export Conversation…',
    palette: IN_PLAYGROUND,
    takes: 'conversation',
    conversationRow: { group: '3_copy@1', when: IS_ONE_CONVERSATION },
  },
  importConversation: {
    title: 'Import Conversation…',
    palette: false,
    viewTitle: { group: '1_playground@1', view: CONVERSATIONS_VIEW },
  },
  filterConversations: {
    title: 'Search Conversations…',
    icon: 'search',
    viewTitle: { group: 'navigation@1', view: CONVERSATIONS_VIEW },
  },
  showAllConversations: {
    title: 'Clear Conversation Search',
    icon: 'clear-all',
    palette: false,
    viewTitle: { group: 'navigation@2', when: CONVERSATIONS_FILTERED, view: CONVERSATIONS_VIEW },
  },
  runPrompt: {
    title: 'Run Prompt and Save Result',
    takes: 'files',
    icon: 'play',
    palette: IS_TRUSTED_PROMPT,
    editorTitle: { group: 'navigation@1', when: IS_TRUSTED_PROMPT },
    onFiles: { group: '6_generativeLanguage@1', when: IS_TRUSTED_PROMPT },
  },
  openPrompt: {
    title: 'Open Prompt in Playground',
    takes: 'files',
    icon: 'comment-discussion',
    palette: IS_TRUSTED_PROMPT,
    editorTitle: { group: 'navigation@2', when: IS_TRUSTED_PROMPT },
    onFiles: { group: '6_generativeLanguage@2', when: IS_TRUSTED_PROMPT },
  },
  savePrompt: { title: 'Save as Prompt File…', palette: `isWorkspaceTrusted && ${IN_PLAYGROUND}` },
  applyPreset: { title: 'Apply Preset…', palette: IN_PLAYGROUND },
  saveTestCase: { title: 'Save as Test Case…', palette: `isWorkspaceTrusted && ${IN_PLAYGROUND}` },
  saveExchangeCase: {
    title: 'Save as Test Case…',
    takes: 'exchange',
    palette: false,
    trafficRow: { group: '2_save@1', when: 'isWorkspaceTrusted && viewItem =~ /asksModel/' },
  },
  askAboutSelection: {
    title: 'Ask About Selection',
    palette: `editorHasSelection && ${USABLE}`,
    editorContext: { group: '9_generativeLanguage@1', when: 'editorHasSelection' },
  },
  addToPlayground: {
    title: 'Add to Playground Message',
    takes: 'files',
    palette: 'editorIsOpen',
    editorContext: { group: '9_generativeLanguage@2' },
    onFiles: { group: '6_generativeLanguage@9', when: '!explorerResourceIsFolder' },
  },
  compareModels: {
    title: 'Compare Models',
    takes: 'target',
    icon: 'split-horizontal',
    palette: USABLE,
    viewTitle: { group: '1_playground@2', when: CONNECTED },
  },
  getCode: { title: 'Get Code…', palette: IN_PLAYGROUND },
  copyCode: { title: 'Copy Code', palette: IS_CODE },
  saveCode: { title: 'Save Code to Workspace…', palette: IS_CODE },
  changeCodeLanguage: { title: 'Change Code Language…', palette: IS_CODE },
  choosePlaygroundModel: { title: 'Change Playground Model…', palette: IN_PLAYGROUND },
  choosePlaygroundVersion: { title: 'Change Playground API Version…', palette: IN_PLAYGROUND },
  choosePlaygroundConnection: {
    title: 'Change Playground Connection…',
    palette: IN_PLAYGROUND,
  },
  showMessageActions: {
    title: 'Show Actions for Last Message…',
    palette: IN_PLAYGROUND,
  },
  choosePlaygroundMode: { title: 'Change Playground Mode…', palette: IN_PLAYGROUND },
  showPlaygroundSettings: { title: 'Show Playground Settings', palette: IN_PLAYGROUND },
  renameOpenConversation: { title: 'Rename Open Conversation…', palette: IN_PLAYGROUND },
  focusComposer: { title: 'Focus on Playground Input', palette: IN_PLAYGROUND },
  focusLastMessage: { title: 'Focus on Last Playground Message', palette: IN_PLAYGROUND },
} as const satisfies CommandRows;
