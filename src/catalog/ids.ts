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

/** Scheme of resources as documents, and of the JSON schemas that describe them. */
export const DOCUMENT_SCHEME = 'genlang';
export const SCHEMA_SCHEME = 'genlangschema';
/** Scheme of answers, exchanges and other texts that are made for reading. */
export const ANSWER_SCHEME = 'genlanganswer';
/** Scheme of the parts of a playground's request that are edited as JSON. */
export const PART_SCHEME = 'genlangrequest';

/** When the playground counts the tokens of a message before it is sent. */
export type TokenMeter = 'live' | 'manual' | 'off';

/** Settings by their name after the prefix, with the type they should have and their default. */
export const settings = {
  connections: [] as readonly unknown[],
  activeConnection: '' as string,
  'retry.maxAttempts': 4 as number,
  timeoutSeconds: 0 as number,
  'emulator.port': 0 as number,
  'upload.parallel': 3 as number,
  'upload.chunkMegabytes': 0 as number,
  'files.mimeTypes': {} as { readonly [pattern: string]: string },
  'files.include': ['**'] as readonly string[],
  'files.exclude': ['**/.git/**', '**/node_modules/**'] as readonly string[],
  'traffic.enabled': true as boolean,
  'trash.days': 30 as number,
  'playground.tokenMeter': 'live' as TokenMeter,
} as const;

/** Least and greatest value of the settings that are whole numbers. */
export const settingRanges = {
  'retry.maxAttempts': { minimum: 0, maximum: 10 },
  timeoutSeconds: { minimum: 0, maximum: 3600 },
  'emulator.port': { minimum: 0, maximum: 65_535 },
  'trash.days': { minimum: 0, maximum: 3650 },
  'upload.parallel': { minimum: 1, maximum: 10 },
  'upload.chunkMegabytes': { minimum: 0, maximum: 1024 },
} as const;

export type NumberSetting = keyof typeof settingRanges;

/** Settings that are on or off. */
export type FlagSetting = 'traffic.enabled';

export type Settings = typeof settings;
export type SettingName = keyof Settings;

/** Context keys by their name after the prefix, with their values. */
export interface ContextKeys {
  /** `unconfigured` while the window has no connection to show. */
  readonly state: 'unconfigured' | 'connected';
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
  /** Whether the view of conversations shows only what matches. */
  readonly isConversationFiltered: boolean;
  /** Whether the view of activities has anything to clear. */
  readonly hasActivity: boolean;
}

export function contextKey(name: keyof ContextKeys): string {
  return `${PREFIX}.${name}`;
}
