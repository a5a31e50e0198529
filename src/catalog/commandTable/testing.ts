import { SEARCH_VIEW } from '../ids';
import type { CommandRows } from './row';

const IS_TRUSTED_RETRIEVAL = 'isWorkspaceTrusted && resourceFilename =~ /\\.retrieval\\.json$/';

/** Commands of prompt tests, and on what came of them. */
export const testingCommands = {
  runRetrievalQuestions: {
    title: 'Run Retrieval Questions…',
    takes: 'files',
    icon: 'run-all',
    palette: 'isWorkspaceTrusted',
    viewTitle: { group: 'navigation@3', view: SEARCH_VIEW },
    onFiles: { group: '6_generativeLanguage@1', when: IS_TRUSTED_RETRIEVAL },
  },
  sweepChunkSizes: {
    title: 'Sweep Chunk Sizes…',
    takes: 'files',
    icon: 'graph',
    palette: 'isWorkspaceTrusted',
    editorTitle: { group: 'navigation@1', when: IS_TRUSTED_RETRIEVAL },
    onFiles: { group: '6_generativeLanguage@2', when: IS_TRUSTED_RETRIEVAL },
  },
  openTestAnswer: { title: 'Open Answer in Playground', takes: 'testAnswer', palette: false },
  showTestAnswer: { title: 'Show Answer as JSON', takes: 'testAnswer', palette: false },
  runTestCases: { title: 'Run Test Cases', takes: 'testCases', palette: false },
  showTestExchange: { title: 'Show Exchange of Answer', takes: 'testAnswer', palette: false },
  showTestReport: { title: 'Show Test Report' },
  compareTestRuns: { title: 'Compare Test Runs…' },
  exportTestReport: { title: 'Export Test Report…' },
} as const satisfies CommandRows;
