import { contextKey, SEARCH_VIEW } from '../ids';
import type { CommandRows } from './row';

const IS_RECORDING = 'resourceFilename =~ /^\\d{4,}-[\\w.]+-[\\da-f]{8}\\.jsonl?$/';
const IS_EITHER = 'resourceFilename =~ /(^\\d{4,}-[\\w.]+-[\\da-f]{8}\\.jsonl?|\\.mocks\\.jsonc)$/';
const IS_TRUSTED = `isWorkspaceTrusted && ${IS_RECORDING}`;

export const recordingCommands = {
  openReadableView: {
    title: 'Open Preview to the Side',
    takes: 'files',
    icon: 'open-preview',
    palette: IS_EITHER,
    editorTitle: { group: 'navigation@1', when: IS_EITHER },
    onFiles: { group: '6_generativeLanguage@1', when: IS_EITHER },
  },
  replayRecording: {
    title: 'Verify Recording',
    takes: 'files',
    icon: 'debug-rerun',
    palette: IS_TRUSTED,
    editorTitle: { group: '1_recording@1', when: IS_TRUSTED },
    onFiles: { group: '6_generativeLanguage@2', when: IS_TRUSTED },
  },
  openRecording: {
    title: 'Open Recording in Playground',
    takes: 'files',
    icon: 'comment-discussion',
    palette: IS_TRUSTED,
    editorTitle: { group: '1_recording@2', when: IS_TRUSTED },
    onFiles: { group: '6_generativeLanguage@3', when: IS_TRUSTED },
  },
  makeRule: {
    title: 'Create Mock from Recording…',
    takes: 'files',
    icon: 'list-ordered',
    palette: IS_TRUSTED,
    editorTitle: { group: '1_recording@3', when: IS_TRUSTED },
    onFiles: { group: '6_generativeLanguage@4', when: IS_TRUSTED },
  },
  newAnswersFile: {
    title: 'New Mock File…',
    icon: 'new-file',
    palette: 'isWorkspaceTrusted && workspaceFolderCount != 0',
  },
  compareWithMissed: {
    title: 'Compare Recording with Unmatched Request',
    takes: 'files',
    icon: 'diff',
    palette: IS_TRUSTED,
    editorTitle: { group: '1_recording@4', when: IS_TRUSTED },
    onFiles: { group: '6_generativeLanguage@5', when: IS_TRUSTED },
  },
  recordAgain: {
    title: 'Re-record…',
    takes: 'files',
    icon: 'record',
    palette: IS_TRUSTED,
    editorTitle: { group: '1_recording@5', when: IS_TRUSTED },
    onFiles: { group: '6_generativeLanguage@6', when: IS_TRUSTED },
  },
} as const satisfies CommandRows;

const IS_TRUSTED_RETRIEVAL = 'isWorkspaceTrusted && resourceFilename =~ /\\.retrieval\\.json$/';

const HAS_RUNS = contextKey('hasTestRuns');
const CAN_RUN = 'isWorkspaceTrusted && workspaceFolderCount != 0';

export const testingCommands = {
  runRetrievalQuestions: {
    title: 'Run Retrieval Tests…',
    takes: 'files',
    icon: 'run-all',
    palette: CAN_RUN,
    viewTitle: { group: 'navigation@3', view: SEARCH_VIEW },
    onFiles: { group: '6_generativeLanguage@1', when: IS_TRUSTED_RETRIEVAL },
  },
  sweepChunkSizes: {
    title: 'Compare Chunk Sizes…',
    takes: 'files',
    icon: 'graph',
    palette: IS_TRUSTED_RETRIEVAL,
    editorTitle: { group: 'navigation@1', when: IS_TRUSTED_RETRIEVAL },
    onFiles: { group: '6_generativeLanguage@2', when: IS_TRUSTED_RETRIEVAL },
  },
  openTestAnswer: { title: 'Open Response in Playground', takes: 'testAnswer', palette: false },
  showTestAnswer: { title: 'Show Response as JSON', takes: 'testAnswer', palette: false },
  runTestCases: { title: 'Run Test Cases', takes: 'testCases', palette: false },
  showTestExchange: { title: 'Show Test Request', takes: 'testAnswer', palette: false },
  showTestReport: { title: 'Show Test Report', palette: HAS_RUNS },
  compareTestRuns: { title: 'Compare Test Runs…', palette: HAS_RUNS },
  findModels: { title: 'Find Gemini Models in Workspace…', icon: 'search', palette: CAN_RUN },
  proveSuccessor: {
    title: 'Prove Successor…',
    takes: 'target',
    icon: 'beaker',
    palette: `editorIsOpen && ${CAN_RUN}`,
    tree: { group: '1_open@11' },
  },
  exportTestReport: { title: 'Export Test Report…', palette: false },
  copyMcpConfiguration: { title: 'Copy MCP Configuration' },
} as const satisfies CommandRows;
