import type { JsonObject } from '../../../../src/api/schema/row';
import type { Emulator } from '../../../../src/emulator/options';
import { askAsUser, call } from '../asUser';
import type { Answer } from '../wire';

export const FLASH = 'models/emulator-flash-tuning';
export const TEXT = 'models/emulator-text-001';

/** So many different examples. */
export function examplesOf(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_none, index) => ({
    textInput: `question number ${index}`,
    output: `answer ${index}`,
  }));
}

/** A body of a create: 15 examples, 5 times, 2 in a batch, which takes 38 steps. */
export function tuning(change: JsonObject = {}, task: JsonObject = {}): JsonObject {
  return {
    displayName: 'Poet',
    baseModel: FLASH,
    tuningTask: {
      trainingData: { examples: { examples: examplesOf(15) } },
      hyperparameters: { epochCount: 5, batchSize: 2 },
      ...task,
    },
    ...change,
  };
}

/** How far a training is, in an answer. */
export interface TuningOperation {
  readonly name: string;
  readonly done?: boolean;
  readonly error?: { readonly code: number; readonly message: string };
  readonly response?: TunedModel & { readonly '@type': string };
  readonly metadata: {
    readonly '@type': string;
    readonly tunedModel: string;
    readonly totalSteps: number;
    readonly completedSteps?: number;
    readonly completedPercent?: number;
    readonly snapshots?: readonly Snapshot[];
  };
}

export interface Snapshot {
  readonly step: number;
  readonly epoch?: number;
  readonly meanLoss: number;
  readonly computeTime: string;
}

export interface TunedModel {
  readonly name: string;
  readonly state: string;
  readonly createTime: string;
  readonly updateTime: string;
  readonly tuningTask: {
    readonly startTime: string;
    readonly completeTime?: string;
    readonly snapshots?: readonly Snapshot[];
    readonly hyperparameters: JsonObject;
    readonly trainingData?: JsonObject;
  };
  readonly [field: string]: unknown;
}

/** Starts a training as the demo user. */
export async function start(
  emulator: Emulator,
  body: JsonObject = tuning(),
  path = 'tunedModels',
): Promise<TuningOperation> {
  return (await call(emulator, `POST ${path}`, body)) as unknown as TuningOperation;
}

export async function operation(emulator: Emulator, name: string): Promise<TuningOperation> {
  return (await call(emulator, `GET /v1/${name}`)) as unknown as TuningOperation;
}

export async function model(
  emulator: Emulator,
  name: string,
  version = 'v1beta',
): Promise<TunedModel> {
  return (await call(emulator, `GET /${version}/${name}`)) as unknown as TunedModel;
}

/** Names in the answer of a list. */
export async function listed(emulator: Emulator, request: string): Promise<readonly string[]> {
  const { tunedModels = [] } = (await call(emulator, `GET ${request}`)) as unknown as {
    readonly tunedModels?: readonly TunedModel[];
  };
  return tunedModels.map(({ name }) => name);
}

/** Asks a tuned model for content. */
export function say(
  emulator: Emulator,
  name: string,
  text: string,
  more: JsonObject = {},
): Promise<Answer> {
  const contents = [{ role: 'user', parts: [{ text }] }];
  return askAsUser(emulator, `POST ${name}:generateContent`, { contents, ...more });
}
