import { isSecretShaped } from '../api/redact';
import type { JsonObject } from '../api/schema/row';
import { PROFILES } from '../api/versions';
import { AppError, errorMessage } from '../base/errors';
import { parseTime } from './controlValues';
import { FaultQueue } from './faultInjection';
import { addFault, faultKinds } from './faultKinds';
import type { EmulatorOptions } from './options';
import { optionLines, type OptionRow, type OptionValues, parseOptions } from './parseOptions';
import { type QuotaSettings, readQuotas } from './quotas';
import { seedNames } from './seeds/seeds';
import { uploadFaultKinds, UploadFaults } from './upload/upload';

/** What the command line says of recordings, which are for the program to read. */
export interface RecordingArguments {
  readonly mode: string;
  readonly upstream?: string;
  readonly recordings?: string;
  readonly replaySpeed?: string;
  readonly prune?: boolean;
  /** Options that are given and hold for what the emulator answers itself alone, such as `--fault`. */
  readonly ofAnswers?: readonly string[];
}

/** Options of what the emulator answers itself. */
const OF_ANSWERS = ['api-key', 'fault', 'quota'] as const;

/** What the command line asks for. */
export interface Arguments {
  readonly options: EmulatorOptions;
  /** Ends the emulator when standard input ends: for parents that have no other channel. */
  readonly untilInputEnds: boolean;
  /** Ends the emulator when nobody needs it any more: for several who share it. */
  readonly untilReleased: boolean;
  /** Whether the emulator may be open to other machines where `options` say so. */
  readonly isAgreed: boolean;
  readonly recording: RecordingArguments;
  /** Files of a certificate and its key. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Where the line of its start is written besides, for whoever waits for it. */
  readonly readyFile?: string;
  /** Files and folders of scripted answers; undefined where none are named. */
  readonly answers?: readonly string[];
}

/** Every option of the program, in the order of its help. */
export const optionRows = {
  port: {
    type: 'string',
    value: 'N',
    doc: 'Port on 127.0.0.1 and, if available, ::1. Default: a free port.',
  },
  host: {
    type: 'string',
    value: 'HOST',
    doc: 'Lets other machines in, by one address of this one or by all (0.0.0.0), once you have agreed.',
  },
  'tls-cert': {
    type: 'string',
    value: 'FILE',
    doc: 'Serves https and wss in place of http and ws, by this certificate (PEM).',
  },
  'tls-key': {
    type: 'string',
    value: 'FILE',
    doc: 'The key of the certificate (PEM, no passphrase).',
  },
  yes: { type: 'boolean', doc: 'Agrees to --host where nobody can be asked, as in a container.' },
  seed: { type: 'string', value: 'demo|empty', doc: 'What to begin with; demo by default.' },
  profile: {
    type: 'string',
    value: 'current|2024',
    doc: "Which service it is: today's, or that of the documents of 2024; current by default.",
  },
  data: {
    type: 'string',
    value: 'DIR',
    doc: 'Folder that keeps everything across starts; otherwise it is in memory only.',
  },
  models: { type: 'string', value: 'N', doc: 'So many numbered models besides, for long lists.' },
  documents: { type: 'string', value: 'N', doc: 'So many numbered documents in a corpus besides.' },
  chunks: { type: 'string', value: 'N', doc: 'So many numbered chunks in one document besides.' },
  'api-key': {
    type: 'string',
    value: 'KEY',
    doc: 'Takes this key alone where the emulator answers itself; otherwise any that does not look like a real one.',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'HOST:PORT',
    doc: 'Takes one more value of the header Host; may be repeated.',
  },
  latency: {
    type: 'string',
    value: 'MS',
    doc: 'Milliseconds to the first piece of what a model answers; 250 by default.',
  },
  rate: {
    type: 'string',
    value: 'N',
    doc: 'Tokens per second after that; 90 by default, 0 for no delay.',
  },
  'tuning-speed': {
    type: 'string',
    value: 'N',
    doc: 'Steps per second that trainings do; 1 by default, 0 stops them.',
  },
  'batch-speed': {
    type: 'string',
    value: 'N',
    doc: 'Requests per second that batches do; 20 by default, 0 stops them.',
  },
  'interaction-speed': {
    type: 'string',
    value: 'N',
    doc: 'Tokens per second of interactions in the background; 100 by default, 0 stops them.',
  },
  'interaction-days': {
    type: 'string',
    value: 'N',
    doc: 'Days that interactions are kept; 55 by default, and 1 is the free tier.',
  },
  fault: {
    type: 'string',
    multiple: true,
    value: 'KIND,NAME=VALUE…',
    doc: 'Something that goes wrong, such as reset,operation=models.list,count=2; may be repeated.',
  },
  quota: {
    type: 'string',
    value: 'NAME=N,…',
    doc: 'How much a model may be asked: perMinute, perDay and tokensPerMinute; no end by default.',
  },
  clock: {
    type: 'string',
    value: 'ISO',
    doc: 'The time of the service, which stands still there until the control API moves it.',
  },
  'random-seed': {
    type: 'string',
    value: 'TEXT',
    doc: 'Makes ids of new things the same at every start.',
  },
  'new-project': {
    type: 'boolean',
    doc: 'Refuses models that are closed to projects which have not used them before.',
  },
  mocks: {
    type: 'string',
    multiple: true,
    value: 'FILE|FOLDER',
    doc: 'Mock files. Default: .genlang/*.mocks.jsonc. Can be repeated.',
  },
  'unknown-fields': {
    type: 'string',
    value: 'refuse|allow',
    doc: 'Whether names that no message has are refused, as the service does; refuse by default.',
  },
  'tuned-models-accept-keys': {
    type: 'boolean',
    doc: 'Takes API keys for tuned models, as the live service does and its documents do not say.',
  },
  mode: {
    type: 'string',
    value: 'generate|replay|record|record-missing|auto',
    doc: 'What answers where no rule does: the emulator, recordings, the upstream, or both; generate by default.',
  },
  upstream: {
    type: 'string',
    value: 'URL',
    doc: 'Where recordings are made; the live service by default. Requests go there with their own credential.',
  },
  recordings: {
    type: 'string',
    value: 'DIR',
    doc: 'Folder of recordings, with one folder per session; .genlang/recordings by default.',
  },
  prune: {
    type: 'boolean',
    doc: 'Removes earlier recordings that a complete recording does not request. Default: they stay, and are listed.',
  },
  'replay-speed': {
    type: 'string',
    value: 'full|recorded|N',
    doc: 'How fast recorded streams come: at once, as they did, or N times as fast; full by default.',
  },
  'ready-file': {
    type: 'string',
    value: 'FILE',
    doc: 'Writes the line of its start there too, once everything is loaded; removed at the end.',
  },
  'until-released': {
    type: 'boolean',
    doc: 'Ends some seconds after nobody holds a request GET /$emulator/hold open any more.',
  },
  'until-input-ends': { type: 'boolean', doc: 'Ends when standard input ends.' },
  help: { type: 'boolean', doc: 'This text.' },
} as const satisfies { readonly [name: string]: OptionRow };

/** Reads the command line. Throws `AppError` with one line for the first thing wrong. */
export function readArguments(argv: readonly string[]): Arguments {
  return argumentsOf(parseOptions(argv, optionRows));
}

/** The arguments that values of options stand for. Throws `AppError` for the first one that is wrong. */
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
    throw wrong(`--host must be an address or a name of this machine, not “${host}”.`);
  }
  const apiKey = values['api-key'];
  if (apiKey === '') throw wrong('--api-key must not be empty.');
  if (apiKey !== undefined && isSecretShaped(apiKey)) {
    throw wrong('--api-key looks like a real key, which has no business here. Make one up.');
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

// Checked in full here, so that a wrong one is reported before anything starts.
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
 * A fault as the command line has it, `KIND,NAME=VALUE…`, in the form of the control API. Whole numbers,
 * `true` and `false` are what they look like, other values are texts. Undefined where it has another form.
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

/** Fields of faults that are lists and objects, for which an option has no form. */
const NOT_WRITTEN = ['details', 'headers'];

/** What `--help` prints. */
export function helpText(): string {
  const kinds = Object.entries(faultKinds);
  const width = Math.max(...kinds.map(([name]) => name.length));
  return [
    'Serves the Generative Language API on this machine, without an account or a network.\n',
    'When it listens, it prints one line of JSON: baseUrl, apiKey, accessToken, clientSecretFile, controlToken.\n',
    '\nOptions of start, exec and record:\n',
    optionLines(optionRows),
    '\nKinds of faults (operation=*, count=1 and after=0 besides; count=0 for all requests):\n',
    ...kinds.map(([name, { doc, takes }]) => {
      const written = takes.filter((field) => !NOT_WRITTEN.includes(field));
      const fields = written.length > 0 ? ` [${written.join(', ')}]` : '';
      return `  ${name.padEnd(width)}  ${doc}${fields}.\n`;
    }),
    `  Of uploads: ${uploadFaultKinds.join(', ')}.\n`,
  ].join('');
}
