interface Values {
  readonly type: 'array' | 'boolean' | 'integer' | 'object' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}

/**
 * Settings by name without prefix. The source of package.json (`manifest`), the README table (`readmeTables`), and
 * types. All have `application` scope, so that a workspace can't redirect credentials or cause costs.
 */
interface SettingRow extends Values {
  readonly default: unknown;
}

export const settings = {
  connections: {
    type: 'array',
    default: [] as readonly unknown[],
  },
  activeConnection: {
    type: 'string',
    default: '',
  },
  'retry.maxAttempts': {
    type: 'integer',
    default: 4,
    minimum: 0,
    maximum: 10,
  },
  timeoutSeconds: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 3600,
  },
  'emulator.port': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 65_535,
  },
  'trash.days': {
    type: 'integer',
    default: 30,
    minimum: 0,
    maximum: 3650,
  },
  'upload.parallel': {
    type: 'integer',
    default: 3,
    minimum: 1,
    maximum: 10,
  },
  'upload.chunkMegabytes': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 1024,
  },
  'files.mimeTypes': {
    type: 'object',
    default: {},
  },
  'files.include': {
    type: 'array',
    default: ['**'],
  },
  'files.exclude': {
    type: 'array',
    default: ['**/.git/**', '**/node_modules/**'],
  },
  'playground.newConversations': {
    type: 'string',
    default: 'chat',
    choices: ['chat', 'interaction'],
  },
  'playground.tokenMeter': {
    type: 'string',
    default: 'live',
    choices: ['live', 'manual', 'off'],
  },
  'chat.maxInputTokens': {
    type: 'integer',
    default: 200_000,
    minimum: 0,
    maximum: 10_000_000,
  },
  'lens.models': {
    type: 'string',
    default: 'on',
    choices: ['on', 'ending', 'off'],
  },
  'tests.maxTokens': {
    type: 'integer',
    default: 200_000,
    minimum: 0,
    maximum: 1_000_000_000,
  },
  'tests.maxCents': {
    type: 'integer',
    default: 100,
    minimum: 0,
    maximum: 1_000_000,
  },
  'spend.caps': {
    type: 'array',
    default: [] as readonly unknown[],
  },
  'traffic.enabled': {
    type: 'boolean',
    default: true,
  },
  'mcp.enabled': {
    type: 'boolean',
    default: false,
  },
} as const satisfies { readonly [name: string]: SettingRow };

type Settings = typeof settings;

export type SettingName = keyof Settings;

type SettingOf<Type> = {
  [N in SettingName]: Settings[N] extends { readonly type: Type } ? N : never;
}[SettingName];

export type NumberSetting = SettingOf<'integer'>;

export type FlagSetting = SettingOf<'boolean'>;

export type TokenMeter = Settings['playground.tokenMeter']['choices'][number];

export type NewConversations = Settings['playground.newConversations']['choices'][number];

/** The marks in source code. */
export type LensScope = Settings['lens.models']['choices'][number];

export function settingNames(): readonly SettingName[] {
  return Object.keys(settings) as SettingName[];
}

export function settingRow(name: SettingName): SettingRow {
  return settings[name];
}
