import { createHash } from 'node:crypto';
import type { Message } from '../api/schema/infer';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { isObject, textAt } from '../base/json';
import { type Call, type Handler, type HandlerRows, singleReply } from './call';
import { seedOf } from './digest';
import { abstractPicture, encodePng, generateContent, streamGenerateContent } from './engine';
import { storeFile } from './fileStore';
import { statePage } from './paging';
import { nameIn, requireRecord } from './records';
import type { Stored } from './state';
import { badFields, StatusError } from './status';
import { watchJob } from './jobs';
import type { HandlerContext } from './handlerContext';

const SIDE = 256;
const MAX_SAMPLES = 4;
/** Time in ms of emulator time to generate a video. */
const VIDEO_MS = 20_000;
const TYPES = 'type.googleapis.com/google.ai.generativelanguage.';

const predict: Handler = (call, world) => {
  world.models.require(call.path.model ?? '', call.version, call.row);
  const { instances = [], parameters } = call.body as Message<'PredictRequest'>;
  const predictions = instances.flatMap((instance, index) =>
    Array.from({ length: samplesOf(parameters) }, (_none, sample) => {
      const seed = seedOf([promptOf('PredictRequest', instance, index), sample]);
      const png = encodePng(abstractPicture(seed, SIDE, SIDE));
      return { mimeType: 'image/png', bytesBase64Encoded: png.toString('base64') };
    }),
  );
  return singleReply({ predictions });
};

/** Starts to generate a video, which becomes a file without actual video content. */
const predictLongRunning: Handler = (call, world) => {
  const { model } = world.models.require(call.path.model ?? '', call.version, call.row);
  const { instances = [], parameters } = call.body as Message<'PredictLongRunningRequest'>;
  const count = instances.length * samplesOf(parameters);
  const prompts = instances.map((one, at) => promptOf('PredictLongRunningRequest', one, at));
  const samples = Array.from({ length: count }, (_none, at) => {
    const file = addVideo(world, prompts[at % prompts.length] ?? '');
    return { video: { uri: `${call.origin}/${call.version}/${file}:download?alt=media` } };
  });
  const name = nameIn(model.name, 'operations', world.ids.random());
  const response = {
    '@type': `${TYPES}${call.version}.PredictLongRunningResponse`,
    generateVideoResponse: { generatedSamples: samples },
  };
  const hidden = { readyAt: world.time.now() + VIDEO_MS, response };
  world.state.insert('operations', { name, parent: model.name, resource: { name }, hidden });
  watchJob(world, { kind: 'operations', name });
  return singleReply({ name });
};

/** Returns the end time and result of a video operation. Undefined if not found. */
export function videoEnd(
  world: HandlerContext,
  name: string,
): { readonly at: number; readonly response?: JsonObject } | undefined {
  const stored = world.state.find('operations', name);
  if (!stored) return undefined;
  const { readyAt: at = 0, response } = stored.hidden as {
    readyAt?: number;
    response?: JsonObject;
  };
  return { at, ...(response && at <= world.time.now() && { response }) };
}

export function toModelOperation(world: HandlerContext, { resource, hidden }: Stored): JsonObject {
  const { readyAt, response } = hidden as { readonly readyAt?: number; response?: JsonObject };
  if (readyAt === undefined || response === undefined || world.time.now() < readyAt)
    return resource;
  return { ...resource, done: true, response };
}

const getGeneratedFile: Handler = (call, world) =>
  singleReply(requireRecord(world, 'generatedFiles', call.path.name ?? '').resource);

const listGeneratedFiles: Handler = (call, world) => {
  const { items, ...next } = statePage(call, world, 'generatedFiles', '');
  return singleReply({ generatedFiles: items.map(({ resource }) => resource), ...next });
};

const getGeneratedFileOperation: Handler = (call, world) =>
  singleReply(requireRecord(world, 'operations', call.path.name ?? '').resource);

/** Generates content with any model; `dynamic/auto` uses the first available one. */
const dynamicStreamGenerateContent: Handler = (call, world) =>
  streamGenerateContent(chosen(call, world), world);

const dynamicGenerateContent: Handler = (call, world) =>
  generateContent(chosen(call, world), world);

function chosen(call: Call, world: HandlerContext): Call {
  const id = (call.path.model ?? '').replace(/^dynamic\//, '');
  const [first] = world.models
    .list(call.version)
    .filter(({ packed, model }) => packed && model.supportedGenerationMethods.includes(METHOD));
  const model = id === 'auto' ? first?.model.name : `models/${id}`;
  if (model !== undefined) return { ...call, path: { ...call.path, model } };
  throw new StatusError(404, `dynamic/${id} is not found for API version ${call.version}.`);
}

const METHOD = 'generateContent';

function samplesOf(parameters: JsonValue | undefined): number {
  const asked = isObject(parameters) ? Number(parameters.sampleCount ?? 1) : 1;
  return Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MAX_SAMPLES) : 1;
}

function promptOf(message: string, instance: JsonValue, index: number): string {
  const prompt = isObject(instance) ? textAt(instance, 'prompt') : '';
  if (prompt !== '') return prompt;
  throw badFields([`* ${message}.instances[${index}].prompt: must not be empty`]);
}

export const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1');

function addVideo(world: HandlerContext, prompt: string): string {
  return addGenerated(world, prompt.slice(0, 40), 'video/mp4', FILM);
}

export function addGenerated(
  world: HandlerContext,
  displayName: string,
  mimeType: string,
  bytes: Buffer,
): string {
  const name = nameIn('', 'files', world.ids.random());
  storeFile(world, {
    name,
    displayName,
    createdAt: world.time.now(),
    content: {
      mimeType,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      blocks: [bytes],
      isGenerated: true,
    },
    processing: { endsAt: world.time.now(), outcome: 'ACTIVE' },
  });
  return name;
}

export const generatedMediaHandlers = {
  'generatedFiles.get': getGeneratedFile,
  'generatedFiles.list': listGeneratedFiles,
  'generatedFiles.operations.get': getGeneratedFileOperation,
  'dynamic.generateContent': dynamicGenerateContent,
  'dynamic.streamGenerateContent': dynamicStreamGenerateContent,
  'models.predict': predict,
  'models.predictLongRunning': predictLongRunning,
} as const satisfies HandlerRows;
