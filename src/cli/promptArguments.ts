import type { Need } from '../agent/tool';
import { AppError } from '../base/errors';
import { type OptionRow, parseBudget, parseCommand, parseOptions } from '../emulator/parseOptions';
import type { Budget } from '../testing/budget';

export const promptOptionRows = {
  model: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    doc: 'Uses this model instead of the models in the files. Repeat to compare several models.',
  },
  filter: {
    type: 'string',
    multiple: true,
    value: 'TAG',
    doc: 'Runs only test cases with this tag. Can be repeated.',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    doc: 'Uses this API instead of the emulator, with the key from GEMINI_API_KEY or GOOGLE_API_KEY.',
  },
  offline: {
    type: 'boolean',
    doc: 'Uses recordings and mocks only. Requests without a match fail.',
  },
  record: {
    type: 'boolean',
    doc: 'Uses the live API (or --base-url) and records its responses for --offline.',
  },
  recordings: {
    type: 'string',
    value: 'DIR',
    doc: 'Recordings folder. Default: .genlang/recordings.',
  },
  budget: {
    type: 'string',
    value: 'TOKENS|$N',
    doc: 'Stops before exceeding a limit: 20000 (tokens), $0.50, or both, separated by a comma. Required for the live API.',
  },
  parallel: { type: 'string', value: 'N', doc: 'Number of parallel requests. Default: 4.' },
  'allow-attachments': {
    type: 'boolean',
    doc: 'Allows sending files referenced by prompts or test cases.',
  },
  'allow-tools': {
    type: 'boolean',
    doc: 'Allows prompts to use tools, agents, environments, webhooks, and URLs.',
  },
  'allow-code': {
    type: 'boolean',
    doc: 'Allows assertions to run functions from JavaScript files.',
  },
  strict: { type: 'boolean', doc: 'Treats inconclusive decisions as failures.' },
  junit: { type: 'string', value: 'FILE', doc: 'Writes a JUnit XML report.' },
  markdown: { type: 'string', value: 'FILE', doc: 'Writes a Markdown table.' },
  csv: { type: 'string', value: 'FILE', doc: 'Writes a CSV file with a row per test case.' },
  json: {
    type: 'string',
    value: 'FILE',
    doc: 'Writes all results as JSON, including requests and responses.',
  },
} as const satisfies { readonly [name: string]: OptionRow };

type Report = 'junit' | 'markdown' | 'csv' | 'json';

export interface PromptArguments {
  readonly words: readonly string[];
  readonly models?: readonly string[];
  readonly tags: readonly string[];
  readonly baseUrl?: string;
  /** Response source: the emulator, recordings, or an upstream that is recorded. */
  readonly mode: 'generate' | 'replay' | 'record';
  readonly recordings?: string;
  readonly budget?: Budget;
  readonly parallel: number;
  readonly isStrict: boolean;
  readonly allows: {
    readonly attachments: boolean;
    readonly tools: boolean;
    readonly code: boolean;
  };
  readonly reports: { readonly [R in Report]?: string };
}

const DEFAULT_PARALLEL = 4;

/** Parses the command line of `run-prompts`. Throws `AppError` for the first problem. */
export function readPromptArguments(argv: readonly string[]): PromptArguments {
  const { values, words } = parseCommand(argv, promptOptionRows);
  if (words.length === 0) {
    throw badOption('No prompt files specified. Example: run-prompts prompts/*.prompt.json.');
  }
  const models = (values.model ?? []).map((name) => (name.includes('/') ? name : `models/${name}`));
  const baseUrl = values['base-url']?.replace(/\/+$/, '');
  const budget = values.budget === undefined ? undefined : parseBudget(values.budget);
  const { offline = false, record = false, recordings } = values;
  if (offline && record) throw badOption('--offline and --record can’t be combined.');
  if (offline && baseUrl !== undefined) {
    throw badOption('--offline and --base-url can’t be combined.');
  }
  const asked = baseUrl ?? (record ? 'The live API' : undefined);
  const isFree = asked === undefined || (baseUrl !== undefined && isLocal(baseUrl));
  if (!isFree && !budget) {
    throw badOption(
      `${asked} can incur charges. Set a limit with --budget, such as --budget 20000.`,
    );
  }
  const { junit, markdown, csv, json } = values;
  return {
    words,
    ...(models.length > 0 && { models }),
    tags: values.filter ?? [],
    ...(baseUrl !== undefined && { baseUrl }),
    mode: offline ? 'replay' : record ? 'record' : 'generate',
    ...(recordings !== undefined && { recordings }),
    ...(budget && { budget }),
    parallel: parallelOf(values.parallel),
    isStrict: values.strict ?? false,
    allows: {
      attachments: values['allow-attachments'] ?? false,
      tools: values['allow-tools'] ?? false,
      code: values['allow-code'] ?? false,
    },
    reports: {
      ...(junit !== undefined && { junit }),
      ...(markdown !== undefined && { markdown }),
      ...(csv !== undefined && { csv }),
      ...(json !== undefined && { json }),
    },
  };
}

/**
 * Whether a URL is on this machine, where requests are free. Throws `AppError` for an invalid URL.
 */
function isLocal(url: string): boolean {
  if (!URL.canParse(url))
    throw badOption(`--base-url must be a URL such as https://…, not ${url}.`);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function parallelOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PARALLEL;
  const count = Number(text);
  if (/^\d{1,3}$/.test(text) && count >= 1) return count;
  throw badOption(`--parallel must be a whole number from 1 to 999, not ${text}.`);
}

function badOption(message: string): AppError<'badOption'> {
  return new AppError('badOption', message);
}

export const mcpOptionRows = {
  port: {
    type: 'string',
    value: 'N',
    doc: 'Port of the emulator, so that your app can use it too. Default: a free port.',
  },
  live: {
    type: 'boolean',
    doc: 'Allows the live API, with the key from GEMINI_API_KEY or GOOGLE_API_KEY. Requires --max-cents.',
  },
  'max-cents': {
    type: 'string',
    value: 'N',
    doc: 'Maximum cost of all calls in US cents, based on published prices.',
  },
  'allow-attachments': promptOptionRows['allow-attachments'],
  'allow-tools': promptOptionRows['allow-tools'],
  'allow-code': promptOptionRows['allow-code'],
} as const satisfies { readonly [name: string]: OptionRow };

interface McpArguments {
  readonly port?: number;
  /** Maximum cost in US dollars. Undefined if the live API isn’t allowed. */
  readonly dollars?: number;
  readonly allows: ReadonlySet<Need>;
}

/** Parses the options of `mcp`. Throws `AppError` for the first problem. */
export function readMcpArguments(argv: readonly string[]): McpArguments {
  const { live = false, port, 'max-cents': cents, ...values } = parseOptions(argv, mcpOptionRows);
  if (live !== (cents !== undefined)) {
    throw new AppError('badOption', 'Use --live and --max-cents together.', {
      hint: 'For example: mcp --live --max-cents 50.',
    });
  }
  const needs = ['attachments', 'tools', 'code'] as const;
  return {
    ...(port !== undefined && { port: whole('--port', port, 65_535) }),
    ...(cents !== undefined && { dollars: whole('--max-cents', cents, 1_000_000) / 100 }),
    allows: new Set<Need>([
      ...(live ? (['money'] as const) : []),
      ...needs.filter((need) => values[`allow-${need}`] === true),
    ]),
  };
}

function whole(name: string, text: string, most: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= most) return Number(text);
  throw new AppError('badOption', `${name} must be a whole number up to ${most}, not ${text}.`);
}
