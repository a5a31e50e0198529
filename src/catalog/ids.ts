/** What commands, settings and views of this extension begin with. */
export const PREFIX = 'generativeLanguage';

/** Id of the authentication provider: other extensions ask for its sessions by it. */
export const ACCOUNT_PROVIDER = PREFIX;

/** The container of the views in the panel area: what runs, what was sent and what was found. */
export const PANEL_CONTAINER = `${PREFIX}Panel`;
/** The first view, in the container of the extension's own name. */
export const RESOURCES_VIEW = `${PREFIX}.resources`;
/** The view of the last requests. */
export const TRAFFIC_VIEW = `${PREFIX}.traffic`;
/** The view of what runs, and of what has ended. */
export const ACTIVITY_VIEW = `${PREFIX}.activity`;
/** The view of what a search found. */
export const SEARCH_VIEW = `${PREFIX}.search`;
/** The view of the conversations on this machine. */
export const CONVERSATIONS_VIEW = `${PREFIX}.conversations`;
/** View type of panels that show tables, charts and answers. */
export const SHEET_PANEL = `${PREFIX}.sheet`;
/** View type of the playground's panels. */
export const PLAYGROUND_PANEL = `${PREFIX}.playground`;
/** View type of panels that ask several models the same. */
export const COMPARE_PANEL = `${PREFIX}.compare`;

/** View type of the panel that shows runs of prompt tests. */
export const TEST_REPORT_PANEL = `${PREFIX}.testReport`;

/** What a workspace keeps of sweeps over sizes of chunks that have not ended. */
export const KEPT_SWEEPS = 'keptSweeps';
/** Key in `workspaceState`: the runs themselves are only looked for if they are shown. */
export const HAS_TEST_RUNS = 'promptTests.hasRuns';

/** VS Code's ids of the walkthroughs, after the id of the extension and a number sign. */
export const SET_UP_OAUTH = `${PREFIX}.setUpOAuth`;
export const GET_STARTED = `${PREFIX}.getStarted`;

/** Scheme of resources as documents, and of the JSON schemas that describe them. */
export const DOCUMENT_SCHEME = 'genlang';
/** Of the files of environments, which are opened as what they are. */
export const FILES_SCHEME = 'genlangfiles';
export const SCHEMA_SCHEME = 'genlangschema';
/** Scheme of answers, exchanges and other texts that are made for reading. */
export const ANSWER_SCHEME = 'genlanganswer';
/** Scheme of the parts of a playground's request that are edited as JSON. */
export const PART_SCHEME = 'genlangrequest';

/** Key in `workspaceState` of the folders whose programs are on the emulator. */
export const FOLDERS_ON = 'terminals.on';

/** Context keys by their name after the prefix, with their values. */
export interface ContextKeys {
  /** `unconfigured` while the window has no connection to show. */
  readonly state: 'unconfigured' | 'connected';
  /** Whether the connection in use has an API key, and so no account for what takes no key. */
  readonly isKeyOnly: boolean;
  /** Whether any run of prompt tests is kept of this workspace. */
  readonly hasTestRuns: boolean;
  /** `none` while the user has added no connection of their own. */
  readonly connections: 'none' | 'some';
  /** The variable of the environment that has an API key, of those that most programs read. */
  readonly environmentKey: 'GEMINI_API_KEY' | 'GOOGLE_API_KEY' | 'none';
  /** `none` while no connection signs with an account. */
  readonly accounts: 'none' | 'some';
  /** Whether the built-in emulator of the window runs. */
  readonly emulatorRuns: boolean;
  /** Whether the active editor has a request that can be sent. */
  readonly isRequest: boolean;
  /** Whether the view of the traffic has anything to clear. */
  readonly hasTraffic: boolean;
  /** Whether a search has found anything that the view of searches shows. */
  readonly hasSearch: boolean;
  /** Whether the tree shows only what matches a filter. */
  readonly isFiltered: boolean;
  /** Whether older resources are shown because the user wants to see them, could be, or neither. */
  readonly older: 'shown' | 'hidden' | 'none';
  /** Whether the view of conversations shows only what matches. */
  readonly isConversationFiltered: boolean;
  /** Whether the view of activities has anything to clear. */
  readonly hasActivity: boolean;
}

export function contextKey(name: keyof ContextKeys): string {
  return `${PREFIX}.${name}`;
}
