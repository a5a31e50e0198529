import { templateVariables, type TemplateVariable } from '../../api/names';
import type { OperationRow, QueryRow } from '../../api/operations/row';
import { SCOPE_PREFIX } from '../../api/operations/scopes';
import { requiredIn, type JsonObject } from '../../api/schema/row';
import { holdsIn, type Version } from '../../api/versions';
import { scalarTypes, schemaId } from './types';

/** Most bytes of a file. */
const FILE_LIMIT = '2147483648';

/** One operation in one version as a discovery document describes it. */
export function methodOf(id: string, row: OperationRow, version: Version): JsonObject {
  const variables = templateVariables(row.path);
  const inPath = variables.map((one) => [leafOf(one), pathParameter(one)] as const);
  const inQuery = Object.entries(row.query ?? {})
    .filter(([, query]) => holdsIn(query.versions, version))
    .map(([name, query]) => [name, queryParameter(query, version)] as const);
  return {
    id: `generativelanguage.${id}`,
    path: `${version}/${replaced(row.path, (one) => `{+${leafOf(one)}}`)}`,
    flatPath: `${version}/${replaced(row.path, flat)}`,
    httpMethod: row.verb,
    description: `${row.summary}.`,
    parameters: Object.fromEntries([...inPath, ...inQuery]),
    parameterOrder: inPath.map(([name]) => name),
    ...(row.body === undefined ? {} : { request: { $ref: schemaId(row.body) } }),
    response: { $ref: schemaId(row.response) },
    scopes: row.scopes.map((scope) => SCOPE_PREFIX + scope),
    ...(row.upload ? { supportsMediaUpload: true, mediaUpload: mediaUpload(row, version) } : {}),
  };
}

/** `corpus.name` is sent as `name`. */
function leafOf({ name }: TemplateVariable): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function pathParameter({ pattern }: TemplateVariable): JsonObject {
  const shape = pattern.replaceAll('**', '.*').replaceAll(/(?<![.])\*/g, '[^/]+');
  return { type: 'string', location: 'path', required: true, pattern: `^${shape}$` };
}

function queryParameter(query: QueryRow, version: Version): JsonObject {
  return {
    ...scalarTypes[query.type],
    location: 'query',
    ...(requiredIn(query, version) ? { required: true } : {}),
    ...(query.doc === undefined ? {} : { description: query.doc }),
  };
}

function replaced(path: string, by: (variable: TemplateVariable) => string): string {
  let text = path;
  for (const one of templateVariables(path)) {
    text = text.replace(`{${one.name}=${one.pattern}}`, () => by(one));
  }
  return text;
}

/** `corpora/*` → `corpora/{corporaId}`. */
function flat({ pattern }: TemplateVariable): string {
  const segments = pattern.split('/');
  return segments
    .map((text, index) => (text.startsWith('*') ? `{${segments[index - 1] ?? ''}Id}` : text))
    .join('/');
}

function mediaUpload({ path }: OperationRow, version: Version): JsonObject {
  const protocol = (prefix: string): JsonObject => ({
    multipart: true,
    path: `/${prefix}/${version}/${path}`,
  });
  return {
    accept: ['*/*'],
    maxSize: FILE_LIMIT,
    protocols: { simple: protocol('upload'), resumable: protocol('resumable/upload') },
  };
}
