export const PREFIX = 'generativeLanguage';

/** ID of the authentication provider, which other extensions use to request sessions. */
export const ACCOUNT_PROVIDER = PREFIX;

/** Vendor of the models in VS Code's chat; `gemini` is taken. */
export const CHAT_VENDOR = 'generative-language';

export const PANEL_CONTAINER = `${PREFIX}Panel`;
export const RESOURCES_VIEW = `${PREFIX}.resources`;
/** Folder of the spend ledger in the extension's storage. */
export const SPEND_FOLDER = 'spend';

export const TRAFFIC_VIEW = `${PREFIX}.traffic`;
export const ACTIVITY_VIEW = `${PREFIX}.activity`;
export const SEARCH_VIEW = `${PREFIX}.search`;
export const CONVERSATIONS_VIEW = `${PREFIX}.conversations`;
export const SHEET_PANEL = `${PREFIX}.sheet`;
export const PLAYGROUND_PANEL = `${PREFIX}.playground`;
export const COMPARE_PANEL = `${PREFIX}.compare`;

export const TEST_REPORT_PANEL = `${PREFIX}.testReport`;
export const RUNS_PANEL = `${PREFIX}.runs`;

export const RUNNING_SWEEPS_KEY = 'keptSweeps';
/** Key in `workspaceState`. Runs are loaded only when shown. */
export const HAS_TEST_RUNS = 'promptTests.hasRuns';

/** ID of the MCP server in VS Code. */
export const MCP_PROVIDER = `${PREFIX}.mcp`;

/** Walkthrough IDs. In VS Code, the extension ID and `#` precede them. */
export const SET_UP_OAUTH = `${PREFIX}.setUpOAuth`;
export const GET_STARTED = `${PREFIX}.getStarted`;

export const DOCUMENT_SCHEME = 'genlang';
/** URI scheme of environment files, which open in their own language. */
export const FILES_SCHEME = 'genlangfiles';
export const SCHEMA_SCHEME = 'genlangschema';
/** URI scheme of read-only texts such as responses and request details. */
export const ANSWER_SCHEME = 'genlanganswer';
export const PART_SCHEME = 'genlangrequest';

export const ACTIVE_FOLDERS_KEY = 'terminals.on';

export interface ContextKeys {
  readonly state: 'unconfigured' | 'connected';
  /** Whether the current connection uses an API key, and thus can't call methods that require an account. */
  readonly isKeyOnly: boolean;
  readonly hasTestRuns: boolean;
  readonly connections: 'none' | 'some';
  readonly environmentKey: 'GEMINI_API_KEY' | 'GOOGLE_API_KEY' | 'none';
  readonly accounts: 'none' | 'some';
  readonly emulatorRuns: boolean;
  readonly isRequest: boolean;
  readonly hasTraffic: boolean;
  readonly hasSearch: boolean;
  readonly isFiltered: boolean;
  readonly older: 'shown' | 'hidden' | 'none';
  readonly isConversationFiltered: boolean;
  readonly hasActivity: boolean;
}

export function contextKey(name: keyof ContextKeys): string {
  return `${PREFIX}.${name}`;
}
