import { type TemplateVariable, templateVariables } from '../api/names';
import { operationIds, operationRow } from '../api/operations';
import {
  ANY_SCOPE,
  type OperationRow,
  type QueryRow,
  SCOPE_PREFIX,
  STORAGE_READ,
} from '../api/operations/row';
import { findType, isEnum, isUnion } from '../api/schema/messages';
import { namedTypes } from '../api/schema/union';
import {
  type EnumRow,
  fieldIn,
  type FieldRow,
  type UnionRow,
  type JsonObject,
  requiredIn,
  type ScalarName,
} from '../api/schema/row';
import { looksLikeSecret } from './identity/credentials';
import {
  type Edition,
  editionOf,
  isInEdition,
  isAvailable,
  type Profile,
  versionOf,
  VERSIONS,
} from '../api/versions';
import { statusIn } from '../api/status';
import { type Reply, singleReply } from './call';
import { LIVE_CREDENTIALS_REJECTED } from './identity/identity';
import { StatusError } from './status';

export const DISCOVERY_PATH = '/$discovery/';

/**
 * Returns a discovery document without authentication, by default for the first version. Throws 404 for an
 * unknown format or version.
 * @param origin base URL of the request
 */
export function discover(
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
  origin: string,
  profile: Profile,
): Reply {
  if (looksLikeSecret(query.get('key') ?? ''))
    throw new StatusError(400, LIVE_CREDENTIALS_REJECTED);
  const format = path.slice(DISCOVERY_PATH.length);
  const wanted = query.get('version') ?? VERSIONS[0];
  const version = VERSIONS.find((known) => known === wanted);
  if (format === 'rest' && version !== undefined)
    return singleReply(discoveryDocument(editionOf(version, profile), origin));
  const service = 'generativelanguage.googleapis.com';
  throw new StatusError(
    404,
    `Discovery document not found for API service: ${service} format: ${format} version: ${wanted}`,
  );
}

const commonParameters: JsonObject = Object.fromEntries(
  [
    { name: 'key', type: 'string', description: 'API key.' },
    { name: 'access_token', type: 'string', description: 'OAuth access token.' },
    { name: 'alt', type: 'string', description: 'Data format of the response.' },
    { name: 'fields', type: 'string', description: 'Fields of a partial response.' },
    { name: 'prettyPrint', type: 'boolean', description: 'Whether the response is indented.' },
    { name: 'quotaUser', type: 'string', description: 'User or app to count usage for.' },
    { name: 'uploadType', type: 'string', description: 'Upload protocol (legacy).' },
    { name: 'upload_protocol', type: 'string', description: 'Upload protocol.' },
    { name: 'callback', type: 'string', description: 'JSONP.' },
    { name: '$.xgafv', type: 'string', description: 'V1 error format.' },
  ].map(({ name, ...row }) => [name, { ...row, location: 'query' }]),
);

interface Resource {
  methods?: { [name: string]: JsonObject };
  resources?: { [name: string]: Resource };
}

/**
 * Converts the API schema to a Google discovery document, for client generators.
 * @param origin base URL of the API.
 */
function discoveryDocument(edition: Edition, origin: string): JsonObject {
  const version = versionOf(edition);
  const rows = operationIds()
    .map((id) => ({ id, row: operationRow(id) }))
    .filter(({ row }) => isAvailable(row, edition));
  const root: Resource = {};
  for (const { id, row } of rows) {
    const segments = id.split('.');
    const name = segments.pop() ?? '';
    (resourceAt(root, segments).methods ??= {})[name] = describeMethod(id, row, edition);
  }
  const types = rows.flatMap(({ row: { body, response, longRunning } }) => [
    ...(body === undefined ? [] : [body]),
    response,
    ...(longRunning ? [longRunning.metadata ?? [], longRunning.response].flat() : []),
  ]);
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `generativelanguage:${version}`,
    name: 'generativelanguage',
    canonicalName: 'Generative Language',
    version,
    version_module: true,
    title: 'Generative Language API',
    description: 'Served by an emulator and generated from its tables.',
    ownerDomain: 'google.com',
    ownerName: 'Google',
    documentationLink: 'https://developers.generativeai.google/api',
    protocol: 'rest',
    fullyEncodeReservedExpansion: true,
    rootUrl: `${origin}/`,
    servicePath: '',
    baseUrl: `${origin}/`,
    basePath: '',
    batchPath: 'batch',
    auth: { oauth2: { scopes: describeScopes() } },
    parameters: commonParameters,
    resources: root.resources as unknown as JsonObject,
    schemas: schemasOf(types, edition),
  };
}

function resourceAt(root: Resource, segments: readonly string[]): Resource {
  return segments.reduce((parent, segment) => ((parent.resources ??= {})[segment] ??= {}), root);
}

function describeScopes(): JsonObject {
  return Object.fromEntries(
    [...ANY_SCOPE.map((scope) => SCOPE_PREFIX + scope), STORAGE_READ].map((scope) => {
      const rest = scope.slice(scope.lastIndexOf('/') + 1).replace(/^generative-language\.?/, '');
      return [scope, { description: rest === '' ? 'Everything.' : `Access to ${rest}.` }];
    }),
  );
}

function describeMethod(id: string, row: OperationRow, edition: Edition): JsonObject {
  const version = versionOf(edition);
  const variables = templateVariables(row.path);
  const inPath = variables.map((one) => [leafOf(one), pathParameter(one)] as const);
  const inQuery = Object.entries(row.query ?? {})
    .filter(([, query]) => isInEdition(query.versions, edition))
    .map(([name, query]) => [name, queryParameter(query, edition)] as const);
  return {
    id: `generativelanguage.${id}`,
    path: `${version}/${replaceVariables(row.path, (one) => `{+${leafOf(one)}}`)}`,
    flatPath: `${version}/${replaceVariables(row.path, flatVariable)}`,
    httpMethod: row.verb,
    description: `${row.summary}.`,
    ...(statusIn(row, version).stage === 'deprecated' ? { deprecated: true } : {}),
    parameters: Object.fromEntries([...inPath, ...inQuery]),
    parameterOrder: inPath.map(([name]) => name),
    ...(row.body === undefined ? {} : { request: { $ref: schemaId(row.body) } }),
    response: { $ref: schemaId(row.response) },
    scopes: [
      ...row.scopes.map((scope) => SCOPE_PREFIX + scope),
      ...(row.foreignScope === undefined ? [] : [row.foreignScope]),
    ],
    ...(row.upload ? { supportsMediaUpload: true, mediaUpload: mediaUpload(row, version) } : {}),
  };
}

function leafOf({ name }: TemplateVariable): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function pathParameter({ pattern }: TemplateVariable): JsonObject {
  const shape = pattern.replaceAll('**', '.*').replaceAll(/(?<![.])\*/g, '[^/]+');
  return { type: 'string', location: 'path', required: true, pattern: `^${shape}$` };
}

function queryParameter(query: QueryRow, version: Edition): JsonObject {
  return {
    ...scalarTypes[query.type],
    location: 'query',
    ...(requiredIn(query, version) ? { required: true } : {}),
    ...(query.doc === undefined ? {} : { description: query.doc }),
  };
}

function replaceVariables(path: string, by: (variable: TemplateVariable) => string): string {
  let text = path;
  for (const one of templateVariables(path)) {
    text = text.replace(`{${one.name}=${one.pattern}}`, () => by(one));
  }
  return text;
}

function flatVariable({ pattern }: TemplateVariable): string {
  const segments = pattern.split('/');
  return segments
    .map((text, index) => (text.startsWith('*') ? `{${segments[index - 1] ?? ''}Id}` : text))
    .join('/');
}

function mediaUpload({ path, upload }: OperationRow, version: Edition): JsonObject {
  const place = replaceVariables(path, (one) => `{+${leafOf(one)}}`);
  const protocol = (prefix: string): JsonObject => ({
    multipart: true,
    path: `/${prefix}/${versionOf(version)}/${place}`,
  });
  return {
    accept: ['*/*'],
    maxSize: String(upload?.most ?? 0),
    protocols: { simple: protocol('upload'), resumable: protocol('resumable/upload') },
  };
}

const ANY = { type: 'any', description: 'Properties of the object.' } as const;

const scalarTypes: { readonly [K in ScalarName]: JsonObject } = {
  string: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'string', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  timestamp: { type: 'string', format: 'google-datetime' },
  duration: { type: 'string', format: 'google-duration' },
  fieldMask: { type: 'string', format: 'google-fieldmask' },
  json: { type: 'any' },
  struct: { type: 'object', additionalProperties: ANY },
  any: { type: 'object', additionalProperties: ANY },
};

/** Returns the schema ID of a message: without the package of shared types, nested names joined. */
export function schemaId(type: string): string {
  return type.replace(/^google\.\w+\./, '').replaceAll('.', '');
}

function schemasOf(types: Iterable<string>, version: Edition): JsonObject {
  const found = new Map<string, JsonObject>();
  const wanted = [...types];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    const row = findType(type);
    if (!row || isEnum(row) || found.has(schemaId(type))) continue;
    if (isUnion(row)) {
      const id = schemaId(type);
      const forms = row.oneOf.map((form) => describeForm(form, version));
      found.set(id, { id, anyOf: forms });
      wanted.push(...namedTypes(row));
      continue;
    }
    const fields = Object.entries(row.fields).filter(([, one]) =>
      isInEdition(one.versions, version),
    );
    const properties = fields.map(
      ([name, one]) => [name, describeField(fieldIn(one, version), version)] as const,
    );
    const id = schemaId(type);
    found.set(id, { id, type: 'object', properties: Object.fromEntries(properties) });
    wanted.push(...fields.map(([, field]) => field.type));
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted);
}

function describeField(field: FieldRow, version: Edition): JsonObject {
  const one = describeType(field.type, version);
  const description = fieldDescription(field, version);
  return {
    ...(field.repeated ? { type: 'array', items: one } : {}),
    ...(field.map ? { type: 'object', additionalProperties: one } : {}),
    ...(field.repeated || field.map ? {} : one),
    ...(description === '' ? {} : { description }),
    ...(field.outputOnly ? { readOnly: true } : {}),
  };
}

function describeType(type: string, version: Edition): JsonObject {
  const row = findType(type);
  if (!row) return scalarTypes[type as ScalarName];
  return isEnum(row) ? describeEnum(row, version) : { $ref: schemaId(type) };
}

function describeForm(form: UnionRow['oneOf'][number], version: Edition): JsonObject {
  if (typeof form === 'string') return describeType(form, version);
  return { type: 'array', items: describeType(form.list, version) };
}

function describeEnum({ values, only = {} }: EnumRow, version: Edition): JsonObject {
  const names = Object.keys(values).filter((name) => isInEdition(only[name], version));
  return { type: 'string', enum: names, enumDescriptions: names.map(() => '') };
}

function fieldDescription(field: FieldRow, version: Edition): string {
  const marks = [
    requiredIn(field, version) ? 'Required.' : '',
    field.outputOnly ? 'Output only.' : '',
    field.inputOnly ? 'Input only.' : '',
    field.immutable ? 'Immutable.' : '',
  ];
  return [...marks, field.doc ?? ''].filter((text) => text !== '').join(' ');
}
