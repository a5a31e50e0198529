import { AppError } from '../base/errors';
import { type OptionRow, parseCommand } from '../emulator/parseOptions';
import type { Budget } from '../testing/budget';

/** Every option of `run-prompts`, in the order of its help. */
export const promptOptionRows = {
  model: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    doc: 'Asks this model in place of those of the files; may be repeated, to compare several.',
  },
  filter: {
    type: 'string',
    multiple: true,
    value: 'TAG',
    doc: 'Runs only cases with this tag; may be repeated.',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    doc: 'Asks a service in place of the emulator, with the key of GEMINI_API_KEY or GOOGLE_API_KEY.',
  },
  offline: {
    type: 'boolean',
    doc: 'Answers only from recordings and answer rules; one that is missing is a failure.',
  },
  record: {
    type: 'boolean',
    doc: 'Asks the live service, or that of --base-url, and records its answers for --offline.',
  },
  recordings: {
    type: 'string',
    value: 'DIR',
    doc: 'Where recordings are; .genlang/recordings by default.',
  },
  budget: {
    type: 'string',
    value: 'TOKENS|$N',
    doc: 'Ends before more is spent: 20000 tokens, $0.50, or both with a comma between. Needed for the live service.',
  },
  parallel: { type: 'string', value: 'N', doc: 'Requests at once; 4 by default.' },
  'allow-attachments': { type: 'boolean', doc: 'Lets files be sent that prompts or cases name.' },
  'allow-tools': {
    type: 'boolean',
    doc: 'Lets prompts use tools, agents, environments, webhooks and addresses.',
  },
  'allow-code': { type: 'boolean', doc: 'Lets checks run functions of JavaScript files.' },
  junit: { type: 'string', value: 'FILE', doc: 'Writes JUnit XML.' },
  markdown: { type: 'string', value: 'FILE', doc: 'Writes a table as Markdown.' },
  csv: { type: 'string', value: 'FILE', doc: 'Writes a row for each case as CSV.' },
  json: { type: 'string', value: 'FILE', doc: 'Writes everything, requests and answers too.' },
} as const satisfies { readonly [name: string]: OptionRow };

type Report = 'junit' | 'markdown' | 'csv' | 'json';

/** What `run-prompts` is asked for. */
export interface PromptArguments {
  /** Files, folders and patterns. */
  readonly words: readonly string[];
  readonly models?: readonly string[];
  readonly tags: readonly string[];
  readonly baseUrl?: string;
  /** Whether the emulator answers by itself, from recordings, or by what another service says. */
  readonly mode: 'generate' | 'replay' | 'record';
  /** Path of the folder of recordings. */
  readonly recordings?: string;
  readonly budget?: Budget;
  readonly parallel: number;
  readonly allows: {
    readonly attachments: boolean;
    readonly tools: boolean;
    readonly code: boolean;
  };
  /** Paths of the reports. */
  readonly reports: { readonly [R in Report]?: string };
}

const DEFAULT_PARALLEL = 4;

/** Reads the command line of `run-prompts`. Throws `AppError` for the first thing wrong. */
export function readPromptArguments(argv: readonly string[]): PromptArguments {
  const { values, words } = parseCommand(argv, promptOptionRows);
  if (words.length === 0) {
    throw wrong('Name prompt files, such as run-prompts prompts/*.prompt.json.');
  }
  const models = (values.model ?? []).map((name) => (name.includes('/') ? name : `models/${name}`));
  const baseUrl = values['base-url']?.replace(/\/+$/, '');
  const budget = values.budget === undefined ? undefined : budgetOf(values.budget);
  const { offline = false, record = false, recordings } = values;
  if (offline && record) throw wrong('--offline and --record exclude each other.');
  if (offline && baseUrl !== undefined) {
    throw wrong('--offline and --base-url exclude each other.');
  }
  const asked = baseUrl ?? (record ? 'The live service' : undefined);
  const isFree = asked === undefined || (baseUrl !== undefined && isHere(baseUrl));
  if (!isFree && !budget) {
    throw wrong(`${asked} may cost money. Say by --budget how much, such as --budget 20000.`);
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

/** Whether an address is of this machine, where nothing costs money. Throws `AppError` for what is none. */
function isHere(url: string): boolean {
  if (!URL.canParse(url))
    throw wrong(`--base-url must be an address such as https://…, not ${url}.`);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function budgetOf(text: string): Budget {
  let budget: Budget = {};
  for (const part of text.split(',')) {
    const [, tokens] = /^\s*(\d{1,12})\s*$/.exec(part) ?? [];
    const [, before, after] =
      /^\s*(?:\$\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*usd)\s*$/i.exec(part) ?? [];
    const dollars = before ?? after;
    if (tokens !== undefined) budget = { ...budget, tokens: Number(tokens) };
    else if (dollars !== undefined) budget = { ...budget, dollars: Number(dollars) };
    else throw wrong(`--budget must be tokens such as 20000, or money such as $0.50, not ${text}.`);
  }
  return budget;
}

function parallelOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PARALLEL;
  const count = Number(text);
  if (/^\d{1,3}$/.test(text) && count >= 1) return count;
  throw wrong(`--parallel must be a whole number from 1 to 999, not ${text}.`);
}

function wrong(message: string): AppError<'badOption'> {
  return new AppError('badOption', message);
}
