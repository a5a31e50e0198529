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
