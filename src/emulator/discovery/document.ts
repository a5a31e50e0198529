import { operationIds, operationRow } from '../../api/operations';
import { ANY_SCOPE, SCOPE_PREFIX } from '../../api/operations/scopes';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { methodOf } from './method';
import { schemasOf } from './types';

/** Parameters that every method takes. */
const common: JsonObject = Object.fromEntries(
  [
    { name: 'key', type: 'string', description: 'API key.' },
    { name: 'access_token', type: 'string', description: 'OAuth access token.' },
    { name: 'alt', type: 'string', description: 'Data format of the answer.' },
    { name: 'fields', type: 'string', description: 'Fields that a partial answer has.' },
    { name: 'prettyPrint', type: 'boolean', description: 'Whether the answer is indented.' },
    { name: 'quotaUser', type: 'string', description: 'Whom usage is counted for.' },
    { name: 'uploadType', type: 'string', description: 'Upload protocol, in the older style.' },
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
 * The tables in the form of Google's discovery documents, for generators of clients.
 * @param origin where the service is.
 */
export function discoveryDocument(version: Version, origin: string): JsonObject {
  const rows = operationIds()
    .map((id) => ({ id, row: operationRow(id) }))
    .filter(({ row }) => row.versions.includes(version));
  const root: Resource = {};
  for (const { id, row } of rows) {
    const segments = id.split('.');
    const name = segments.pop() ?? '';
    (resourceAt(root, segments).methods ??= {})[name] = methodOf(id, row, version);
  }
  const types = rows.flatMap(({ row: { body, response, longRunning } }) => [
    ...(body === undefined ? [] : [body]),
    response,
    ...(longRunning ? [longRunning.metadata, longRunning.response] : []),
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
    description: 'Served by an emulator, and described by its tables.',
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
    auth: { oauth2: { scopes: scopes() } },
    parameters: common,
    resources: root.resources as unknown as JsonObject,
    schemas: schemasOf(types, version),
  };
}

function resourceAt(root: Resource, segments: readonly string[]): Resource {
  return segments.reduce((parent, segment) => ((parent.resources ??= {})[segment] ??= {}), root);
}

function scopes(): JsonObject {
  return Object.fromEntries(
    ANY_SCOPE.map((scope) => [
      SCOPE_PREFIX + scope,
      { description: scope === '' ? 'Everything.' : `What needs ${scope.slice(1)}.` },
    ]),
  );
}
