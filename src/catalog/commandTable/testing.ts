import { contextKey, SEARCH_VIEW } from '../ids';
import type { CommandRows } from './row';

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
