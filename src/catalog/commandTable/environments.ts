import type { CommandRows } from './row';

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
