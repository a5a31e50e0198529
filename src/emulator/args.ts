import { parseArgs } from 'node:util';
import type { JsonObject } from '../api/schema/row';
import { AppError, errorMessage } from '../base/errors';
import { parseTime } from './control/clock';
import { addFault } from './controlFault';
import { FaultQueue } from './faults';
import { parseFault } from './faultText';
import { UploadFaults } from './http/uploadFault';
import { optionRows, usage } from './optionRows';
import type { EmulatorOptions, SeedName } from './options';

/** What the command line asks for. */
export interface Arguments {
  readonly options: EmulatorOptions;
  /** Ends the emulator when standard input ends: for parents that have no other channel. */
  readonly untilInputEnds: boolean;
}

const seeds: readonly SeedName[] = ['demo', 'empty'];

const HINT = `Options: ${usage()}.`;

/** Reads the command line. Throws `AppError` with one line for the first thing wrong. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parse(argv);
  const seed = seeds.find((name) => name === (values.seed ?? 'demo'));
  if (!seed) throw wrong(`--seed must be demo or empty, not ${values.seed}.`);
  const allowHosts = values['allow-host'] ?? [];
  const strange = allowHosts.find((host) => !/^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i.test(host));
  if (strange !== undefined) throw wrong(`--allow-host must be HOST:PORT, not ${strange}.`);
  const latency = number('--latency', values.latency, 600_000);
  const rate = number('--rate', values.rate, 1_000_000);
  const tuningSpeed = number('--tuning-speed', values['tuning-speed'], 1_000_000);
  const fixedTime = time('--clock', values.clock);
  const faults = (values.fault ?? []).map(fault);
  return {
    untilInputEnds: values['until-input-ends'] ?? false,
    options: {
      port: number('--port', values.port, 65_535) ?? 0,
      seed,
      models: number('--models', values.models, 100_000) ?? 0,
      documents: number('--documents', values.documents, 10_000) ?? 0,
      chunks: number('--chunks', values.chunks, 1_000_000) ?? 0,
      allowHosts,
      speed: {
        ...(latency === undefined ? {} : { latency }),
        ...(rate === undefined ? {} : { rate }),
      },
      ...(values['tuned-models-accept-keys'] ? { tunedModelsAcceptKeys: true } : {}),
      ...(tuningSpeed === undefined ? {} : { tuningSpeed }),
      ...(fixedTime === undefined ? {} : { fixedTime }),
      ...(values['random-seed'] === undefined ? {} : { randomSeed: values['random-seed'] }),
      ...(faults.length === 0 ? {} : { faults }),
      ...(values.data === undefined ? {} : { dataFolder: values.data }),
    },
  };
}

function parse(
  argv: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof optionRows }>> {
  try {
    return parseArgs({
      args: [...argv],
      options: optionRows,
      strict: true,
      allowPositionals: false,
    });
  } catch (error) {
    // The first sentence says what; ours follows with what there is.
    throw wrong(`${errorMessage(error).split(/\.?\n|\. /)[0] ?? ''}.`, error);
  }
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

// Read in full here, so that a wrong one is told before anything starts.
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

function wrong(message: string, cause?: unknown): AppError {
  return new AppError('badOption', message, { hint: HINT, cause });
}
