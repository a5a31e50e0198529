import assert from 'node:assert/strict';
import { operationIds, operationRow, sessions } from '../../../src/api/operations';
import type { OperationRow } from '../../../src/api/operations/row';
import { findMessage, findType, isUnion } from '../../../src/api/schema/messages';
import { findReaches, omitPaths } from '../../../src/api/schema/reach';
import type { FieldRow, MessageRow } from '../../../src/api/schema/row';
import { scalarReader, toSnakeCase } from '../../../src/api/schema/scalars';
import { formsOf } from '../../../src/api/schema/union';

/** Words of names and types that say that a field may reach out, run code, or hold a secret. */
const SUSPECT = new RegExp(
  `(?:^|_)(?:${[
    'ur[il]s?',
    'address(?:es)?',
    'domains?',
    'hosts?',
    'endpoints?',
    'servers?',
    'mcp',
    'network',
    'webhooks?',
    'hooks?',
    'callbacks?',
    'sources?',
    'repositor(?:y|ies)',
    'buckets?',
    'gcs',
    'env',
    'environments?',
    'credentials?',
    'headers?',
    'secrets?',
    'tokens?',
    'keys?',
    'auth',
    'passwords?',
    'transforms?',
    'code',
    'execution',
    'agents?',
    'bash',
    'shell',
    'filesystem',
    'search',
    'retriev\\w*',
    'browser',
    'tools?',
    'bigquery',
  ].join('|')})(?:_|$)`,
);

/** Fields that sound like it and are not: nothing is reached, used or run for them. */
const HARMLESS: ReadonlySet<string> = new Set([
  // What a model said or did before, and what was found.
  'ExecutableCode.code',
  'interactions.CodeExecutionCallArguments.code',
  'ToolCall.toolName',
  'interactions.URLContextCallArguments.urls',
  'interactions.URLContextResult.url',
  'interactions.URLCitation.url',
  'interactions.PlaceCitation.url',
  'interactions.GoogleMapsResultPlaces.url',
  'interactions.ReviewSnippet.url',
  'interactions.FileCitation.document_uri',
  'interactions.FileCitation.source',
  'interactions.GoogleMapsResult.widget_context_token',
  'google.rpc.Status.code',
  'interactions.MCPServerToolCallStep.server_name',
  'interactions.FunctionResultStep.result',

  'interactions.MCPServerToolResultStep.server_name',
  'interactions.CodeExecutionResultStep.result',

  'interactions.MCPServerToolResultStep.result',
  'interactions.GoogleSearchResult.search_suggestions',
  // Languages, regions, texts and names for people.

  'TranslationConfig.targetLanguageCode',
  'SpeechConfig.languageCode',
  'RetrievalConfig.languageCode',
  'voices.VoiceInput.language_code',
  'voices.VoiceInput.region_code',
  'AudioTranscriptionConfig.sourceText',
  'interactions.SmartTranscriptionMode.source_text',
  'CustomMetadata.key',
  'MetadataFilter.key',
  // Part of a tool, an agent or an environment that is marked itself.
  'FileSearch.fileSearchStoreNames',
  'interactions.FileSearch.file_search_store_names',
  'interactions.AllowedTools.tools',
  'interactions.Environment.environment_id',
  'credentials.HttpBearerConfig.header_name',
  'credentials.HttpBearerUpdateConfig.header_name',
  // What a resource is made of, which the user names in the request itself.
  'agents.Agent.base_agent',
  'environments.CreateEnvironmentRequest.from_environment',
  'triggers.TriggerCreateParams.environment_id',
  'ImportFileRequest.fileSearchStoreName',
  'UploadToFileSearchStoreRequest.fileSearchStoreName',
  'Permission.emailAddress',
  'TransferOwnershipRequest.emailAddress',
  // How an answer goes on, and what is shown of it.

  'interactions.CreateAgentInteraction.continuation_token',
  'GenerateContentRequest.continuationToken',
  'interactions.CreateModelInteraction.continuation_token',
  'ToolConfig.includeServerSideToolInvocations',
]);
interface Place {
  readonly message: string;
  readonly row: MessageRow;
  readonly name: string;
  readonly field: FieldRow;
}

/** Every field that a client sends. */
function sentFields(): readonly Place[] {
  const rows = [...operationIds().map(operationRow), ...Object.values<OperationRow>(sessions)];
  const wanted = rows.flatMap(({ body }) => body ?? []);
  const seen = new Set<string>();
  const places: Place[] = [];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    const union = findType(type);
    if (union && isUnion(union)) wanted.push(...formsOf(union).map((form) => form.type));
    const row = findMessage(type);
    for (const [name, field] of Object.entries(row?.fields ?? {})) {
      if (!row || field.outputOnly) continue;
      places.push({ message: type, row, name, field });
      wanted.push(field.type);
    }
  }
  return places;
}

/** Whether a value of a type may be anything but a number or a message. */
function mayBePlain(type: string): boolean {
  const row = findType(type);
  if (row && isUnion(row)) return formsOf(row).some((form) => mayBePlain(form.type));
  // A number opens nothing.
  return scalarReader(type) !== undefined && !/^(?:int|float|double)/.test(type);
}

/** Of tools, which are the kind of thing that reaches out. */
const HARMLESS_TOOLS = [
  'FunctionDeclaration',
  'Tool.ComputerUse',
  'interactions.Function',
  'interactions.ComputerUse',
];

const fields = sentFields();
const placeOf = ({ message, name }: Place): string => `${message}.${name}`;

describe('what requests reach', () => {
  it('is marked in the tables for every field that sounds like it', () => {
    const missing = fields.filter((place) => {
      const { name, field } = place;
      const { type, reaches, secret } = field;
      const last = toSnakeCase(type.split('.').at(-1) ?? '').replace(/^_/, '');
      const isSuspect = SUSPECT.test(toSnakeCase(name)) || SUSPECT.test(last);
      if (!isSuspect || field.const !== undefined || !mayBePlain(type)) return false;
      return reaches === undefined && secret === undefined && !HARMLESS.has(placeOf(place));
    });
    assert.deepEqual(missing.map(placeOf), []);
  });

  it('is marked for every tool but functions, and screens that the client has', () => {
    const tools = Object.values<FieldRow>(findMessage('Tool')?.fields ?? {}).map(
      ({ type }) => type,
    );
    const union = findType('interactions.Tool');
    const members = union && isUnion(union) ? formsOf(union).map(({ type }) => type) : [];
    const unmarked = [...tools, ...members].filter(
      (type) => findMessage(type)?.reaches === undefined,
    );
    assert.deepEqual(unmarked, HARMLESS_TOOLS);
  });

  it('is secret where it is a credential and no id of one, and in addresses that take keys', () => {
    const ids = fields.filter(({ field }) => field.reaches === 'credential' && !field.secret);
    assert.deepEqual(ids.map(placeOf).toSorted(), [
      'interactions.AllowlistEntry.credential',
      'interactions.EnvVar.credential',
      'interactions.MCPServer.credential',
    ]);
    const open = fields.filter(({ field }) => field.reaches === 'address' && !field.secret);
    // Files of the service, media and hosts: their queries say which one is meant.
    assert.deepEqual([...new Set(open.map(({ name }) => name))].toSorted(), [
      'domain',
      'fileUri',
      'gcs_uri',
      'token_url',
      'trusted_domains',
      'uri',
      'uris',
    ]);
  });

  it('is found in the batches and caches that a request is in', () => {
    const tools = [{ code_execution: {} }, { googleSearch: {} }];
    const found = findReaches('CachedContent', { model: 'models/x', tools });
    assert.deepEqual(
      found.map(({ what, path }) => [what, path.join('.')]),
      [
        ['CodeExecution', 'tools.0.code_execution'],
        ['Tool.GoogleSearch', 'tools.1.googleSearch'],
      ],
    );
  });

  it('leaves nothing empty behind that is taken out', () => {
    const value = { a: { b: [{ c: 1 }, { d: {} }] }, e: 2 };
    assert.deepEqual(omitPaths(value, [['a', 'b', 0, 'c']]), { a: { b: [{ d: {} }] }, e: 2 });
    const all = omitPaths(value, [
      ['a', 'b', 0],
      ['a', 'b', 1, 'd'],
    ]);
    assert.deepEqual(all, { e: 2 });
  });
});
