import { expandTemplate, templateVariables } from './names';
import { operationRow, type OperationId } from './operations';
import type { PlainRequest } from './request';
import type { JsonObject } from './schema/row';
import type { Media } from './media';
import type { Version } from './versions';

/** A call as somebody writes it by hand. */
export interface RawCall {
  readonly operation: OperationId;
  /** Any: a version that lacks the operation says so itself. */
  readonly version: Version;
  /** Resource names by the names of the path's parameters. */
  readonly path: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly body?: JsonObject;
  readonly media?: Media;
}

/**
 * The request of a call by hand. Nothing is judged here but names that would lead to another path, for which
 * `AppError` (`badName`) is thrown: what is wrong with the rest is for the service to say.
 */
export function rawRequest({
  operation,
  version,
  path,
  query,
  body,
  media,
}: RawCall): PlainRequest {
  const { path: template, verb, upload, stream, body: message } = operationRow(operation);
  return {
    operation,
    version,
    method: verb,
    path: `${upload ? '/upload' : ''}/${version}/${expandTemplate(template, path)}`,
    query: { ...query, ...(stream ? { alt: 'sse' } : {}) },
    ...(message === undefined ? {} : { body: body ?? {} }),
    ...(media === undefined ? {} : { media }),
  };
}

/** The service's own description of one of its versions; it takes no credential. */
export function discoveryRequest(version: Version): PlainRequest {
  return {
    operation: 'discovery',
    version,
    method: 'GET',
    path: '/$discovery/rest',
    query: { version },
  };
}

/** The content of a file that the service generated. Throws `AppError` (`badName`) for what names no file. */
export function downloadRequest(name: string, version: Version): PlainRequest {
  return {
    operation: 'files.get',
    version,
    method: 'GET',
    path: `/${version}/${expandTemplate('{name=files/*}:download', { name })}`,
    query: { alt: 'media' },
  };
}

/** The parameters of an operation's path, in their order, with the form of the names that they take. */
export function pathParameters(
  operation: OperationId,
): readonly { readonly name: string; readonly pattern: string }[] {
  return templateVariables(operationRow(operation).path);
}
