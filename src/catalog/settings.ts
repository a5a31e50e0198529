interface Values {
  readonly type: 'array' | 'boolean' | 'integer' | 'object' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: { readonly [value: string]: string };
  readonly items?: object;
  readonly additionalProperties?: object;
}

/**
 * Settings by name without prefix. The source of package.json (`manifest`), the README table (`readmeTables`), and
 * types. All have `application` scope, so that a workspace can't redirect credentials or cause costs.
 */
interface SettingRow extends Values {
  readonly default: unknown;
}

const patterns = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

export const settings = {
  connections: {
    type: 'array',
    default: [] as readonly unknown[],
    items: {
      type: 'object',
      required: ['id', 'name', 'endpoint', 'auth'],
      additionalProperties: false,
    },
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
    additionalProperties: { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+$' },
  },
  'files.include': {
    ...patterns,
    default: ['**'],
  },
  'files.exclude': {
    ...patterns,
    default: ['**/.git/**', '**/node_modules/**'],
  },
  'playground.newConversations': {
    type: 'string',
    default: 'chat',
    choices: {
      chat: 'Chat.',
      interaction: 'Interaction, if the API version and the model support it. Otherwise, chat.',
    },
  },
  'playground.tokenMeter': {
    type: 'string',
    default: 'live',
    choices: {
      live: 'Shortly after the last change.',
      manual: 'When you click the token meter.',
      off: 'Never.',
    },
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
    choices: {
      on: 'All marks.',
      ending: 'Only models that have shut down or will soon, retired SDKs, and API keys.',
      off: 'None.',
    },
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
    items: { type: 'object', required: ['per'], additionalProperties: false },
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

export type TokenMeter = keyof Settings['playground.tokenMeter']['choices'];

export type NewConversations = keyof Settings['playground.newConversations']['choices'];

/** The marks in source code. */
export type LensScope = keyof Settings['lens.models']['choices'];

export function settingNames(): readonly SettingName[] {
  return Object.keys(settings) as SettingName[];
}

export function settingRow(name: SettingName): SettingRow {
  return settings[name];
}
