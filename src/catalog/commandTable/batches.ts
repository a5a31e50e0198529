import { CONNECTED, type CommandRows } from './row';

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
