import { ACTIVITY_VIEW, contextKey, TRAFFIC_VIEW } from '../ids';
import { CONNECTED, USABLE, type CommandRows } from './row';

const IS_REQUEST = contextKey('isRequest');
const IS_RECORDED = 'viewItem =~ /recorded/';
/** A request that can be copied as cURL. App requests target the emulator. */
const IS_COPYABLE = 'viewItem =~ /recorded|copyable/';
const IS_SAVABLE = 'viewItem =~ /savable/';

/** An unmatched request that is available. Writes a workspace file, hence the trust condition. */
const IS_MISSED = 'isWorkspaceTrusted && viewItem =~ /missed/';

const HAS_NEAREST = 'viewItem =~ /nearest/';

/** A recording, or a folder with recordings of an app. */
const HAS_RECORDINGS =
  'resourceFilename =~ /^\\d{4,}-[\\w.]+-[\\da-f]{8}\\.jsonl?$/ || explorerResourceIsFolder && resourcePath =~ /[\\/\\\\]\\.genlang[\\/\\\\]recordings[\\/\\\\]/';

export const requestCommands = {
  cancelActivity: {
    title: 'Cancel Job',
    takes: 'activity',
    icon: 'stop-circle',
    palette: false,
    activityRow: { group: 'inline@1', when: 'viewItem =~ /can:cancel/' },
  },
  undoActivity: {
    title: 'Undo Job',
    takes: 'activity',
    icon: 'discard',
    palette: false,
    activityRow: { group: 'inline@1', when: 'viewItem =~ /can:undo/' },
  },
  openActivity: {
    title: 'Open Job Result',
    takes: 'activity',
    icon: 'go-to-file',
    palette: false,
    activityRow: { group: 'inline@2', when: 'viewItem =~ /can:open/' },
  },
  pauseActivity: {
    title: 'Pause Upload',
    takes: 'activity',
    icon: 'debug-pause',
    palette: false,
    activityRow: { group: 'inline@0', when: 'viewItem =~ /can:pause/' },
  },
  resumeActivity: {
    title: 'Resume Upload',
    takes: 'activity',
    icon: 'debug-continue',
    palette: false,
    activityRow: { group: 'inline@0', when: 'viewItem =~ /can:resume/' },
  },
  retryActivity: {
    title: 'Retry Job',
    takes: 'activity',
    icon: 'refresh',
    palette: false,
    activityRow: { group: 'inline@0', when: 'viewItem =~ /can:retry/' },
  },
  copyActivityUri: {
    title: 'Copy File URI',
    takes: 'activity',
    icon: 'link',
    palette: false,
    activityRow: { group: '3_copy@1', when: 'viewItem =~ /can:copyUri/' },
  },
  askActivity: {
    title: 'Ask About File',
    takes: 'activity',
    icon: 'comment-discussion',
    palette: false,
    activityRow: { group: 'inline@1', when: 'viewItem =~ /can:ask/' },
  },
  clearActivity: {
    title: 'Clear Completed Jobs',
    icon: 'clear-all',
    palette: false,
    viewTitle: { group: 'navigation@1', when: contextKey('hasActivity'), view: ACTIVITY_VIEW },
  },
  runOperation: {
    title: 'Call API Method…',
    takes: 'target',
    icon: 'symbol-method',
    palette: USABLE,
    viewTitle: { group: '1_playground@2', when: CONNECTED },
  },
  sendRequest: {
    title: 'Send Request',
    icon: 'play',
    palette: IS_REQUEST,
    editorTitle: { group: 'navigation@1', when: IS_REQUEST },
    key: { win: 'ctrl+enter', mac: 'cmd+enter', when: `editorTextFocus && ${IS_REQUEST}` },
  },
  copyAsCurl: {
    title: 'Copy as cURL',
    takes: 'exchange',
    icon: 'terminal',
    palette: IS_REQUEST,
    editorTitle: { group: '1_request@1', when: IS_REQUEST },
    trafficRow: { group: '3_copy@1', when: IS_COPYABLE },
  },
  compareVersions: {
    title: 'Compare API Versions…',
    icon: 'diff',
    palette: IS_REQUEST,
    editorTitle: { group: '1_request@2', when: IS_REQUEST },
  },
  openDiscovery: { title: 'Open Discovery Document…', icon: 'file-code', palette: CONNECTED },
  openExchange: {
    title: 'Open Request Details',
    takes: 'exchange',
    icon: 'go-to-file',
    palette: false,
    trafficRow: { group: '1_open@1', when: 'viewItem =~ /^exchange/' },
  },
  replayExchange: {
    title: 'Resend Request',
    takes: 'exchange',
    icon: 'debug-rerun',
    palette: false,
    trafficRow: { group: 'inline@1', when: IS_RECORDED },
  },
  saveRecording: {
    title: 'Save as Recording',
    takes: 'exchange',
    icon: 'save',
    palette: false,
    trafficRow: { group: '2_save@1', when: IS_SAVABLE },
  },
  makeMissedRule: {
    title: 'Create Mock from Request',
    takes: 'exchange',
    icon: 'list-ordered',
    palette: false,
    trafficRow: { group: '2_save@2', when: IS_MISSED },
  },
  compareWithNearest: {
    title: 'Compare with Closest Recording',
    takes: 'exchange',
    icon: 'diff',
    palette: false,
    trafficRow: { group: 'inline@2', when: HAS_NEAREST },
  },
  showNearest: {
    title: 'Open Closest Recording',
    takes: 'exchange',
    icon: 'open-preview',
    palette: false,
    trafficRow: { group: '1_open@2', when: HAS_NEAREST },
  },
  showRuns: {
    title: 'Show Runs',
    takes: 'runs',
    icon: 'list-tree',
    palette: contextKey('hasTraffic'),
    viewTitle: { group: 'navigation@0', when: contextKey('hasTraffic'), view: TRAFFIC_VIEW },
    trafficRow: { group: 'inline@1', when: 'viewItem == session' },
    onFiles: { group: '6_generativeLanguage@7', when: HAS_RECORDINGS },
  },
  clearTraffic: {
    title: 'Clear Traffic',
    icon: 'clear-all',
    palette: false,
    viewTitle: { group: 'navigation@1', when: contextKey('hasTraffic'), view: TRAFFIC_VIEW },
  },
  showSpending: { title: 'Show Spending', icon: 'graph' },
  allowMoreToday: { title: 'Allow More Today', palette: false },
  showLedger: {
    title: 'Show Contacted Hosts',
    icon: 'globe',
    viewTitle: { group: 'navigation@2', view: TRAFFIC_VIEW },
  },
} as const satisfies CommandRows;
