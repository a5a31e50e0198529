import { looksLikeSecret } from './identity/credentials';
import type { JsonObject } from '../api/schema/row';
import { PROFILES } from '../api/versions';
import { AppError, errorMessage } from '../base/errors';
import { MOCKS_FOLDER, MOCKS_SUFFIX } from '../base/mockFiles';
import { parseTime } from './controlValues';
import { FaultQueue, uploadFaultKinds, UploadFaults } from './faultInjection';
import { addFault, faultKinds } from './faultKinds';
import type { EmulatorOptions } from './options';
import {
  type GivenBudget,
  optionLines,
  type OptionRow,
  type OptionValues,
  parseBudget,
  parseOptions,
} from './parseOptions';
import { type QuotaSettings, readQuotas } from './quotas';
import { seedNames } from './seeds/seeds';

export interface RecordingArguments {
  readonly mode: string;
  readonly upstream?: string;
  readonly recordings?: string;
  readonly replaySpeed?: string;
  readonly prune?: boolean;
  /** Limit for the cost of upstream requests. */
  readonly budget?: GivenBudget;
  /** Names of given options that only apply to the emulator's own responses, such as `--fault`. */
  readonly ofAnswers?: readonly string[];
}

const OF_ANSWERS = ['api-key', 'fault', 'quota'] as const;

export interface Arguments {
  readonly options: EmulatorOptions;
  /** Whether to stop at the end of standard input, for parent processes without another channel. */
  readonly untilInputEnds: boolean;
  /** Whether to stop when no client holds the emulator, for shared emulators. */
  readonly untilReleased: boolean;
  readonly isAgreed: boolean;
  readonly recording: RecordingArguments;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** File that the startup line is also written to, for waiting processes. */
  readonly readyFile?: string;
  readonly answers?: readonly string[];
}

export const optionRows = {
  port: {
    type: 'string',
    value: 'N',
    doc: 'Port on 127.0.0.1 and, if available, ::1. Default: a free port.',
  },
  host: {
    type: 'string',
    value: 'HOST',
    doc: 'Address to listen on, to allow connections from other machines (0.0.0.0 for all). Asks for confirmation.',
  },
  'tls-cert': {
    type: 'string',
    value: 'FILE',
    doc: 'Serves https and wss instead of http and ws with this certificate (PEM).',
  },
  'tls-key': {
    type: 'string',
    value: 'FILE',
    doc: 'Private key of the certificate (PEM, no passphrase).',
  },
  yes: {
    type: 'boolean',
    doc: 'Confirms --host if no prompt is possible, for example in a container.',
  },
  seed: { type: 'string', value: 'demo|empty', doc: 'Initial data. Default: demo.' },
  profile: {
    type: 'string',
    value: 'current|2024',
    doc: 'API to emulate: the current one (default), or the one documented in 2024.',
  },
  data: {
    type: 'string',
    value: 'DIR',
    doc: 'Folder to store all data across starts. Default: in memory only.',
  },
  models: { type: 'string', value: 'N', doc: 'Adds N numbered models, to test long lists.' },
  documents: {
    type: 'string',
    value: 'N',
    doc: 'Adds N numbered documents to a corpus, to test long lists.',
  },
  chunks: {
    type: 'string',
    value: 'N',
    doc: 'Adds N numbered chunks to a document, to test long lists.',
  },
  'api-key': {
    type: 'string',
    value: 'KEY',
    doc: "Accepts only this key for the emulator's own responses. Default: any key that doesn't look real.",
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'HOST:PORT',
    doc: 'Accepts one more value of the Host header. Can be repeated.',
  },
  latency: {
    type: 'string',
    value: 'MS',
    doc: 'Milliseconds until the first piece of a model response. Default: 250.',
  },
  rate: {
    type: 'string',
    value: 'N',
    doc: 'Tokens per second after the first piece. Default: 90. 0 turns the delay off.',
  },
  'tuning-speed': {
    type: 'string',
    value: 'N',
    doc: 'Steps per second of tuning jobs. Default: 1. 0 stops them.',
  },
  'batch-speed': {
    type: 'string',
    value: 'N',
    doc: 'Requests per second of batch jobs. Default: 20. 0 stops them.',
  },
  'interaction-speed': {
    type: 'string',
    value: 'N',
    doc: 'Tokens per second of background interactions. Default: 100. 0 stops them.',
  },
  'interaction-days': {
    type: 'string',
    value: 'N',
    doc: 'Days to store interactions. Default: 55. The free tier is 1.',
  },
  fault: {
    type: 'string',
    multiple: true,
    value: 'KIND,NAME=VALUE…',
    doc: 'Injects a fault, for example reset,operation=models.list,count=2. Can be repeated.',
  },
  quota: {
    type: 'string',
    value: 'NAME=N,…',
    doc: 'Request limits of a model: perMinute, perDay, and tokensPerMinute. Default: unlimited.',
  },
  clock: {
    type: 'string',
    value: 'ISO',
    doc: 'Fixed time of the server. Only the control API changes it.',
  },
  'random-seed': {
    type: 'string',
    value: 'TEXT',
    doc: 'Makes the IDs of new resources the same at every start.',
  },
  'new-project': {
    type: 'boolean',
    doc: "Rejects models that are closed to projects that haven't used them before.",
  },
  mocks: {
    type: 'string',
    multiple: true,
    value: 'FILE|FOLDER',
    doc: `Mock files. Default: ${MOCKS_FOLDER}/*${MOCKS_SUFFIX}. Can be repeated.`,
  },
  'unknown-fields': {
    type: 'string',
    value: 'refuse|allow',
    doc: 'Whether to reject unknown fields, like the API does. Default: refuse.',
  },
  'tuned-models-accept-keys': {
    type: 'boolean',
    doc: "Accepts API keys for tuned models, like the live API, although it isn't documented.",
  },
  mode: {
    type: 'string',
    value: 'generate|replay|record|record-missing|auto',
    doc: 'Response source if no mock matches: generate (default), replay, record, record-missing, or auto.',
  },
  upstream: {
    type: 'string',
    value: 'URL',
    doc: 'API to record. Default: the live API. Requests use their own credentials.',
  },
  recordings: {
    type: 'string',
    value: 'DIR',
    doc: 'Recordings folder, with one subfolder per session. Default: .genlang/recordings.',
  },
  prune: {
    type: 'boolean',
    doc: "Removes recordings that a complete recording doesn't request. Default: they are kept and listed.",
  },
  budget: {
    type: 'string',
    value: 'AMOUNT',
    doc: "Limit for upstream requests: money such as $0.50 (by published prices), or tokens such as 20000. Requests that don't fit get a 402.",
  },
  'replay-speed': {
    type: 'string',
    value: 'full|recorded|N',
    doc: 'Speed of recorded streams: full (default), as recorded, or N times as fast.',
  },
  'ready-file': {
    type: 'string',
    value: 'FILE',
    doc: 'Also writes the start message to this file once everything is loaded. The file is removed at exit.',
  },
  'until-released': {
    type: 'boolean',
    doc: 'Exits a few seconds after the last open GET /$emulator/hold request closes.',
  },
  'until-input-ends': { type: 'boolean', doc: 'Exits when standard input closes.' },
  help: { type: 'boolean', doc: 'Shows this help.' },
} as const satisfies { readonly [name: string]: OptionRow };

/** Parses the command line. @throws AppError for the first problem */
export function readArguments(argv: readonly string[]): Arguments {
  return argumentsOf(parseOptions(argv, optionRows));
}

/** Converts option values to arguments. @throws AppError for the first problem */
export function argumentsOf(values: OptionValues<typeof optionRows>): Arguments {
  const seed = seedNames.find((name) => name === (values.seed ?? 'demo'));
  if (!seed) throw wrong(`--seed must be demo or empty, not ${values.seed}.`);
  const profile = PROFILES.find((name) => name === (values.profile ?? 'current'));
  if (!profile) throw wrong(`--profile must be current or 2024, not ${values.profile}.`);
  const unknownFields = values['unknown-fields'] ?? 'refuse';
  if (!['refuse', 'allow'].includes(unknownFields)) {
    throw wrong(`--unknown-fields must be refuse or allow, not ${unknownFields}.`);
  }
  const allowHosts = values['allow-host'] ?? [];
  const strange = allowHosts.find((host) => !/^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i.test(host));
  if (strange !== undefined) throw wrong(`--allow-host must be HOST:PORT, not ${strange}.`);
  const { host } = values;
  if (host !== undefined && !/^[\w.:-]+$/.test(host)) {
    throw wrong(`--host must be an address or name of this machine, not “${host}”.`);
  }
  const apiKey = values['api-key'];
  if (apiKey === '') throw wrong('--api-key must not be empty.');
  if (apiKey !== undefined && looksLikeSecret(apiKey)) {
    throw wrong('--api-key looks like a real key. Use a made-up one.');
  }
  const latency = number('--latency', values.latency, 600_000);
  const rate = number('--rate', values.rate, 1_000_000);
  const tuningSpeed = number('--tuning-speed', values['tuning-speed'], 1_000_000);
  const batchSpeed = number('--batch-speed', values['batch-speed'], 1_000_000);
  const interactionSpeed = number('--interaction-speed', values['interaction-speed'], 1_000_000);
  const interactionDays = number('--interaction-days', values['interaction-days'], 365);
  const fixedTime = time('--clock', values.clock);
  const faults = (values.fault ?? []).map(fault);
  const quotas = values.quota === undefined ? undefined : quota(values.quota);
  return {
    untilInputEnds: values['until-input-ends'] ?? false,
    untilReleased: values['until-released'] ?? false,
    isAgreed: values.yes ?? false,
    ...(values.mocks === undefined ? {} : { answers: values.mocks }),
    ...(values['ready-file'] === undefined ? {} : { readyFile: values['ready-file'] }),
    ...(values['tls-cert'] === undefined ? {} : { tlsCert: values['tls-cert'] }),
    ...(values['tls-key'] === undefined ? {} : { tlsKey: values['tls-key'] }),
    recording: {
      mode: values.mode ?? 'generate',
      ...(values.upstream === undefined ? {} : { upstream: values.upstream }),
      ...(values.recordings === undefined ? {} : { recordings: values.recordings }),
      ...(values['replay-speed'] === undefined ? {} : { replaySpeed: values['replay-speed'] }),
      ...(values.prune ? { prune: true } : {}),
      ...(values.budget === undefined ? {} : { budget: parseBudget(values.budget) }),
      ofAnswers: OF_ANSWERS.filter((name) => values[name] !== undefined).map((name) => `--${name}`),
    },
    options: {
      port: number('--port', values.port, 65_535) ?? 0,
      seed,
      profile,
      models: number('--models', values.models, 100_000) ?? 0,
      documents: number('--documents', values.documents, 10_000) ?? 0,
      chunks: number('--chunks', values.chunks, 1_000_000) ?? 0,
      allowHosts,
      ...(host === undefined ? {} : { host }),
      ...(apiKey === undefined ? {} : { apiKey }),
      speed: {
        ...(latency === undefined ? {} : { latency }),
        ...(rate === undefined ? {} : { rate }),
      },
      ...(unknownFields === 'allow' ? { allowUnknownFields: true } : {}),
      ...(values['new-project'] ? { newProject: true } : {}),
      ...(values['tuned-models-accept-keys'] ? { tunedModelsAcceptKeys: true } : {}),
      ...(tuningSpeed === undefined ? {} : { tuningSpeed }),
      ...(batchSpeed === undefined ? {} : { batchSpeed }),
      ...(interactionSpeed === undefined ? {} : { interactionSpeed }),
      ...(interactionDays === undefined ? {} : { interactionDays }),
      ...(fixedTime === undefined ? {} : { fixedTime }),
      ...(values['random-seed'] === undefined ? {} : { randomSeed: values['random-seed'] }),
      ...(faults.length === 0 ? {} : { faults }),
      ...(quotas === undefined ? {} : { quotas }),
      ...(values.data === undefined ? {} : { dataFolder: values.data }),
    },
  };
}

function number(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,7}$/.test(text) && value <= most) return value;
  throw wrong(`${name} must be a whole number from 0 to ${most}, not ${text}.`);
}

function time(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = parseTime(text);
  if (at !== undefined) return at;
  throw wrong(`${name} must be a time such as 2026-01-31T12:00:00Z, not ${text}.`);
}

function fault(text: string): JsonObject {
  const body = parseFault(text);
  if (!body) throw wrong(`--fault must be KIND,NAME=VALUE…, not ${text}.`);
  try {
    addFault({ faults: new FaultQueue(), uploadFaults: new UploadFaults() }, body);
    return body;
  } catch (error) {
    throw wrong(`--fault ${text}: ${errorMessage(error)}`, error);
  }
}

/**
 * Parses a fault `KIND,NAME=VALUE…` to the form of the control API. Integers and booleans are
 * converted. Undefined if malformed.
 */
function parseFault(text: string): JsonObject | undefined {
  const [kind = '', ...fields] = text.split(',');
  const read = parseFields(fields);
  return kind === '' || read === undefined ? undefined : { kind, ...read };
}

function parseFields(fields: readonly string[]): JsonObject | undefined {
  const entries = fields.map((field) => /^(\w+)=(.*)$/.exec(field));
  if (entries.includes(null)) return undefined;
  const read = entries.map((entry) => [entry?.[1] ?? '', valueOf(entry?.[2] ?? '')] as const);
  return Object.fromEntries(read);
}

function quota(text: string): QuotaSettings {
  const fields = parseFields(text.split(','));
  if (!fields) throw wrong(`--quota must be NAME=N,…, not ${text}.`);
  try {
    return readQuotas(fields);
  } catch (error) {
    throw wrong(`--quota ${text}: ${errorMessage(error)}`, error);
  }
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function wrong(message: string, cause?: unknown): AppError {
  return new AppError('badOption', message, { cause });
}

const NOT_WRITTEN = ['details', 'headers'];

export function helpText(): string {
  const kinds = Object.entries(faultKinds);
  const width = Math.max(...kinds.map(([name]) => name.length));
  return [
    'Serves the Gemini API on this machine, without an account or a network.\n',
    'Prints one line of JSON when it’s ready: baseUrl, apiKey, accessToken, clientSecretFile, controlToken.\n',
    '\nOptions of start, exec and record:\n',
    optionLines(optionRows),
    '\nFault kinds (all accept operation=*, count=1, and after=0; count=0 for all requests):\n',
    ...kinds.map(([name, { doc, takes }]) => {
      const written = takes.filter((field) => !NOT_WRITTEN.includes(field));
      const fields = written.length > 0 ? ` [${written.join(', ')}]` : '';
      return `  ${name.padEnd(width)}  ${doc}${fields}.\n`;
    }),
    `  Of uploads: ${uploadFaultKinds.join(', ')}.\n`,
  ].join('');
}
