import { contextKey } from '../ids';
import { CONNECTED, USABLE, type CommandRows } from './row';

const HAS_ACCOUNTS = `${contextKey('accounts')} != none`;
const RUNS = contextKey('emulatorRuns');
const HAS_FOLDERS = 'workspaceFolderCount != 0';

export const connectionCommands = {
  addApiKey: { title: 'Add API Key…', icon: 'key', viewTitle: { group: '2_connections@3' } },
  addApiKeyForEndpoint: { title: 'Add API Key for Custom Endpoint…', palette: false, icon: 'key' },
  addKeyInCode: {
    title: 'Add Connection with API Key from Code…',
    takes: 'place',
    icon: 'key',
    palette: false,
  },
  addConnection: { title: 'Add Connection…', icon: 'add', viewTitle: { group: '2_connections@4' } },
  switchConnection: {
    title: 'Switch Connection…',
    icon: 'plug',
    palette: USABLE,
    viewTitle: { group: '2_connections@1' },
  },
  editConnection: {
    title: 'Edit Connection…',
    takes: 'connection',
    icon: 'edit',
    palette: false,
  },
  renameConnection: { title: 'Rename Connection…', takes: 'connection', palette: false },
  duplicateConnection: {
    title: 'Duplicate Connection…',
    takes: 'connection',
    palette: false,
  },
  removeConnection: {
    title: 'Remove Connection…',
    takes: 'connection',
    icon: 'trash',
    palette: false,
  },
  signIn: {
    title: 'Sign In…',
    takes: 'connection',
    icon: 'account',
    viewTitle: { group: '2_connections@2' },
  },
  signOut: { title: 'Sign Out…', takes: 'connection', icon: 'sign-out', palette: HAS_ACCOUNTS },
  signOutEverywhere: { title: 'Sign Out of All Accounts', icon: 'sign-out', palette: false },
  getStarted: { title: 'Get Started', icon: 'rocket' },
  setUpOAuth: { title: 'Set Up OAuth…', icon: 'book' },
  diagnoseConnection: {
    title: 'Diagnose Connection…',
    takes: 'connection',
    icon: 'pulse',
    palette: USABLE,
    viewTitle: { group: '9_log@2', when: CONNECTED },
  },
  exportAdc: {
    title: 'Export Sign-In as Application Default Credentials…',
    takes: 'connection',
    palette: HAS_ACCOUNTS,
  },
  importEnvironment: { title: 'Import API Key from Environment Variable…' },
  useEmulator: { title: 'Use Emulator', icon: 'beaker', viewTitle: { group: '2_connections@5' } },
  startEmulator: { title: 'Start Emulator', icon: 'play', palette: `!${RUNS}` },
  stopEmulator: { title: 'Stop Emulator', icon: 'debug-stop', palette: RUNS },
  resetEmulator: { title: 'Reset Emulator Data…', icon: 'discard' },
  seedEmulator: { title: 'Load Sample Data into Emulator…', icon: 'database' },
  useEmulatorInTerminals: {
    title: 'Toggle Emulator for Terminals and Debugging',
    icon: 'terminal',
    palette: HAS_FOLDERS,
  },
  emulatorInTerminals: {
    title: 'Configure Emulator for Terminals and Debugging…',
    icon: 'terminal',
    palette: false,
  },
  writeEmulatorEnvironment: {
    title: 'Create .env.emulator File…',
    icon: 'new-file',
    palette: HAS_FOLDERS,
  },
  recordOrReplay: {
    title: 'Record or Replay…',
    icon: 'record',
    palette: `isWorkspaceTrusted && (${CONNECTED} || ${HAS_FOLDERS})`,
  },
  recordTraffic: {
    title: 'Record Terminal Requests…',
    icon: 'record',
    palette: false,
  },
  recordWindow: {
    title: 'Record or Replay VS Code Requests…',
    icon: 'record',
    palette: false,
  },
  recordMissing: { title: 'Record Missing VS Code Requests', icon: 'record', palette: false },
  manageConnections: { title: 'Manage Connections…', icon: 'plug' },
  showLog: { title: 'Show Log', icon: 'output', viewTitle: { group: '9_log@1' } },
  copyDiagnostics: { title: 'Copy Diagnostics', icon: 'copy', viewTitle: { group: '9_log@3' } },
} as const satisfies CommandRows;
