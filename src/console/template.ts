import { resourceField, templateVariables } from '../api/names';
import { type OperationId, operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { repeatsName } from '../api/request';
import { findMessage, findType, isEnum, isUnion } from '../api/schema/messages';
import {
  type FieldRow,
  type JsonObject,
  type JsonValue,
  type MessageRow,
  requiredIn,
} from '../api/schema/row';
import { formsOf } from '../api/schema/union';
import { isInEdition, type Version } from '../api/versions';
import type { RequestFile } from './requestFile';

export type Template = Pick<RequestFile, 'query' | 'body' | 'media'>;

/** Returns a valid sample request with all required fields. Sample resources may not exist. */
export function templateFor(operation: OperationId, version: Version, path: PathNames): Template {
  const row = operationRow(operation);
  const { body: message, mask, upload } = row;
  const body =
    message === undefined
      ? undefined
      : { ...nameInBody(row, path), ...bodyFor(message, version, path, mask) };
  return {
    query: queryTemplate(row, version, body),
    ...(body === undefined ? {} : { body }),
    ...(upload ? { media: mediaExample } : {}),
  };
}

/** Returns required query parameters, and always the update mask, which lists the body's fields. */
export function queryTemplate(
  { query = {}, mask = [] }: OperationRow,
  version: Version,
  body: JsonObject | undefined,
): Template['query'] {
  const named = Object.keys(body ?? {}).filter((name) => mask.includes(name));
  const known = Object.entries(query).filter(
    ([, parameter]) =>
      isInEdition(parameter.versions, version) &&
      (parameter.type === 'fieldMask' || requiredIn(parameter, version)),
  );
  return Object.fromEntries(
    known.map(([name, { type, limits: { enum: [only = '', ...others] = [] } = {} }]) => [
      name,
      type === 'fieldMask' ? named.join() : others.length === 0 ? only : '',
    ]),
  );
}

export function nameInBody(
  { path: template, body = '' }: OperationRow,
  path: PathNames,
): JsonObject {
  return Object.fromEntries(
    templateVariables(template).flatMap(({ name }) => {
      const field = resourceField(name);
      const value = path[name];
      if (field === undefined || value === undefined || !repeatsName(body, field)) return [];
      return [[field, value]];
    }),
  );
}

/** Returns the fields of a message in a version, without output-only fields. */
export function messageFields(
  message: string,
  version: Version,
): readonly (readonly [string, FieldRow])[] {
  return Object.entries(messageRow(message).fields).filter(
    ([, field]) => isInEdition(field.versions, version) && !field.outputOnly,
  );
}

function bodyFor(
  message: string,
  version: Version,
  path: PathNames,
  only: readonly string[] | undefined,
): JsonObject {
  const isOpen = (name: string, field: FieldRow): boolean =>
    !field.pathBound && (only === undefined || only.includes(name) || field.const !== undefined);
  return messageFor(firstForm(message), version, path, isOpen);
}

function messageFor(
  message: string,
  version: Version,
  path: PathNames,
  isOpen: (name: string, field: FieldRow) => boolean,
): JsonObject {
  const entries = messageFields(message, version).flatMap(([name, field]) => {
    if (!isOpen(name, field)) return [];
    const key = `${message}.${name}`;
    const example = Object.hasOwn(fieldExamples, key) ? fieldExamples[key] : undefined;
    if (typeof example === 'function') return [[name, example(path)] as const];
    if (example !== undefined) return [[name, example] as const];
    if (!requiredIn(field, version)) return [];
    if (field.const !== undefined) return [[name, field.const] as const];
    const value = valueFor(field.type, version, path);
    return [[name, field.repeated ? [value] : value] as const];
  });
  return Object.fromEntries(entries);
}

function valueFor(type: string, version: Version, path: PathNames): JsonValue {
  const row = findType(type);
  if (!row) return scalarFor(type);
  if (isEnum(row)) {
    const [none = '', first = none] = Object.keys(row.values).filter((value) =>
      isInEdition(row.only?.[value], version),
    );
    return first;
  }
  const example = Object.hasOwn(messageExamples, type) ? messageExamples[type] : undefined;
  if (example !== undefined) return example;
  if (!isUnion(row)) return messageFor(type, version, path, () => true);
  const [form] = formsOf(row);
  const value = form ? valueFor(form.type, version, path) : null;
  return form?.isList ? [value] : value;
}

function scalarFor(type: string): JsonValue {
  if (type === 'bool') return true;
  if (['int32', 'float', 'double'].includes(type)) return 1;
  if (type === 'int64') return '1';
  if (type === 'struct') return {};
  return type === 'duration' ? '1s' : 'text';
}

function firstForm(message: string): string {
  const type = findType(message);
  const [form] = type && isUnion(type) ? formsOf(type) : [];
  return form?.type ?? message;
}

function messageRow(message: string): MessageRow {
  const row = findMessage(firstForm(message));
  if (!row) throw new TypeError(`${message} isn’t a message type.`);
  return row;
}

interface PathNames {
  readonly [name: string]: string;
}

/** A value, or a function of the path, because batch requests repeat the names in the URL. */
type Example = JsonValue | ((path: PathNames) => JsonValue);

const hello = { role: 'user', parts: [{ text: 'Hello' }] } as const;

const chunkData = { stringValue: 'A kite is tethered, and flies because of it.' } as const;

function chunkOf({ parent = '' }: PathNames): string {
  return `${parent}/chunks/my-chunk`;
}

const messageExamples: { readonly [message: string]: JsonValue } = {
  Content: hello,
  TextPrompt: { text: 'Hello' },
  Message: { content: 'Hello' },
  ChunkData: chunkData,
};

/** Sample values by field, used even if optional. */
const fieldExamples: { readonly [field: string]: Example } = {
  'CountTokensRequest.contents': [hello],
  'EmbedContentRequest.model': ({ model = '' }) => model,
  'EmbedTextRequest.text': 'Hello',
  'BatchEmbedTextRequest.texts': ['Hello', 'Goodbye'],
  'GenerateAnswerRequest.inlinePassages': {
    passages: [
      {
        id: '1',
        content: { parts: [{ text: 'The sky is blue because air scatters blue light.' }] },
      },
    ],
  },
  'GenerateAnswerRequest.contents': [{ role: 'user', parts: [{ text: 'Why is the sky blue?' }] }],
  'Corpus.displayName': 'My corpus',
  'Document.displayName': 'My document',
  'CreateChunkRequest.parent': ({ parent = '' }) => parent,
  'UpdateChunkRequest.chunk': (path) => ({ name: chunkOf(path), data: chunkData }),
  'UpdateChunkRequest.updateMask': 'data',
  'DeleteChunkRequest.name': chunkOf,
  'QueryCorpusRequest.query': 'What keeps a kite in the air?',
  'QueryCorpusRequest.resultsCount': 10,
  'QueryDocumentRequest.query': 'What keeps a kite in the air?',
  'QueryDocumentRequest.resultsCount': 10,
  'Permission.granteeType': 'USER',
  'Permission.emailAddress': 'somebody@example.com',
  'Permission.role': 'READER',
  'TransferOwnershipRequest.emailAddress': 'somebody@example.com',
  'CreateFileRequest.file': { displayName: 'Hello' },
  'CachedContent.model': 'models/gemini-3.5-flash',
  'CachedContent.displayName': 'My cached content',
  'CachedContent.contents': [hello],
  'CachedContent.ttl': '3600s',
  'GenerateContentBatch.displayName': 'My batch',
  'GenerateContentBatch.inputConfig': {
    requests: { requests: [{ request: { contents: [hello] }, metadata: { key: '1' } }] },
  },
  'EmbedContentBatch.displayName': 'My batch',
  'EmbedContentBatch.inputConfig': {
    requests: { requests: [{ request: { content: hello }, metadata: { key: '1' } }] },
  },
  'interactions.CreateModelInteraction.model': 'gemini-3.5-flash',
  'interactions.CreateModelInteraction.input': 'Hello',
  'interactions.CreateModelInteraction.store': false,
  'decisions.CreateDecisionRequest.model': 'gemini-decision-1',
  'decisions.CreateDecisionRequest.input': 'Hello',
  'decisions.CreateDecisionRequest.questions': {
    greeting: { type: 'noul', instructions: 'Is it a greeting?' },
  },
  'agents.Agent.id': 'my-agent',
  'agents.Agent.base_agent': 'antigravity-preview-09-2026',
  'environments.CreateEnvironmentRequest.sources': [
    { type: 'inline', content: 'Hello', target: 'hello.txt' },
  ],
  'triggers.TriggerCreateParams.schedule': '0 6 * * *',
  'triggers.TriggerCreateParams.time_zone': 'UTC',
  'triggers.TriggerCreateParams.interaction': {
    agent: 'antigravity-preview-09-2026',
    input: 'Hello',
  },
  'triggers.TriggerUpdate.status': 'paused',
  'credentials.HttpBearerConfig.id': 'my-credential',
  'voices.CreateVoiceRequest.store': true,
  'voices.CreateVoiceRequest.voice': {
    type: 'prompted',
    prompted: { input: 'A calm voice that reads slowly.' },
  },
  'webhooks.WebhookInput.uri': 'https://example.com/events',
  'webhooks.WebhookInput.subscribed_events': ['interaction.completed'],
  'webhooks.WebhookUpdate.name': 'My webhook',
  'TunedModel.displayName': 'My tuned model',
  'TunedModel.baseModel': 'models/gemini-1.5-flash-001-tuning',
  'TunedModel.tuningTask': {
    trainingData: {
      examples: {
        examples: [
          { textInput: 'one', output: 'two' },
          { textInput: 'seven', output: 'eight' },
          { textInput: 'eleven', output: 'twelve' },
        ],
      },
    },
  },
};

const mediaExample = { contentType: 'text/plain', text: 'Hello' } as const;
