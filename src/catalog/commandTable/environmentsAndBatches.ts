import { type CommandRows, CONNECTED } from './row';

export const environmentCommands = {
  openFile: {
    title: 'Open File',
    takes: 'target',
    icon: 'go-to-file',
    palette: false,
    tree: { group: '1_open@1' },
  },
  uploadToEnvironment: {
    title: 'Upload to Environment…',
    takes: 'files',
    icon: 'cloud-upload',
    palette: false,
    onFiles: { group: '6_generativeLanguage@3', when: 'isWorkspaceTrusted' },
  },
  fillEnvironment: {
    title: 'Upload Files…',
    takes: 'target',
    icon: 'cloud-upload',
    palette: false,
    tree: { group: '2_create@1', icon: { order: 16, on: ['resource'] } },
  },
  saveFilesAs: {
    title: 'Save As…',
    takes: 'target',
    icon: 'cloud-download',
    palette: false,
    tree: { group: '3_copy@3' },
  },
  copyEnvironment: {
    title: 'Duplicate Environment…',
    takes: 'target',
    icon: 'copy',
    palette: false,
    tree: { group: '2_create@2' },
  },
  runTrigger: {
    title: 'Run Trigger Now',
    takes: 'target',
    icon: 'play',
    palette: false,
    tree: { group: '1_open@3', icon: { order: 17, on: ['resource'] } },
  },
  pauseTrigger: {
    title: 'Pause Trigger',
    takes: 'target',
    icon: 'debug-pause',
    palette: false,
    tree: { group: '8_edit@4' },
  },
  resumeTrigger: {
    title: 'Resume Trigger',
    takes: 'target',
    icon: 'debug-continue',
    palette: false,
    tree: { group: '8_edit@5' },
  },
  openRunInteraction: {
    title: 'Open Interaction',
    takes: 'target',
    icon: 'go-to-file',
    palette: false,
    tree: { group: '1_open@1' },
  },
} as const satisfies CommandRows;

const IS_BATCH_FILE =
  'isWorkspaceTrusted && resourceFilename =~ /\\.(jsonl|ndjson|prompt\\.json)$/i';

export const batchCommands = {
  createBatch: {
    title: 'Create Batch Job…',
    takes: 'files',
    icon: 'add',
    palette: CONNECTED,
    onFiles: { group: '6_generativeLanguage@4', when: IS_BATCH_FILE },
    editorContext: { group: '6_generativeLanguage@4', when: IS_BATCH_FILE },
    tree: { group: '2_create@5', icon: { order: 15, on: ['collection'] } },
  },
  openResults: {
    title: 'Open Batch Results',
    takes: 'target',
    icon: 'table',
    palette: false,
    tree: { group: '1_open@1', icon: { order: 5, on: ['resource'] } },
  },
  exportResults: {
    title: 'Export Batch Results…',
    takes: 'target',
    icon: 'export',
    palette: false,
    tree: { group: '3_copy@4' },
  },
  resubmitFailed: {
    title: 'Resubmit Failed Requests…',
    takes: 'target',
    icon: 'debug-restart',
    palette: false,
    tree: { group: '2_create@6' },
  },
  cancelBatch: {
    title: 'Cancel Batch Job…',
    takes: 'target',
    icon: 'stop-circle',
    palette: false,
    tree: { group: '8_edit@4', icon: { order: 28, on: ['resource'] } },
  },
} as const satisfies CommandRows;
