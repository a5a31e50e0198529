import * as l10n from '@vscode/l10n';
import { ServiceError } from '../api/errors';
import { extractField, fieldPath, type FieldPath, listFields } from '../api/errors/details';
import { matchesName } from '../api/names';
import { operationRow, versionsOf } from '../api/operations';
import { pathParameters, type PlainRequest, rawRequest } from '../api/request';
import { AppError, errorMessage } from '../base/errors';
import type { ExchangeTarget } from '../catalog/ref';
import type { TextProblem } from '../platform/diagnostics';
import { type JsonPath, nearestPath, parseJson, rangeOfPath } from '../platform/jsonPath';
import type { Connection, Connections } from '../service/connection';
import type { ConsoleDeps } from './deps';
import type { OpenRequest } from './requestEditor';
import { mediaBytes, parseRequestFile, type RequestFile, RequestFileError } from './requestFile';

interface ActiveRequest extends OpenRequest {
  readonly file: RequestFile;
  readonly request: PlainRequest;
}

/**
 * Parses the active editor's request. Throws `AppError` (`noRequest`) if there is none. Shows and
 * throws problems of the file.
 */
export function readActiveRequest({ editor }: Pick<ConsoleDeps, 'editor'>): ActiveRequest {
  const active = editor.active();
  if (!active) {
    throw new AppError('noRequest', l10n.t('The active editor doesn’t contain an API request.'), {
      hint: l10n.t('To open one, run “Call API Method…”.'),
    });
  }
  const { uri, text } = active;
  editor.mark(uri, []);
  let file: RequestFile | undefined;
  try {
    file = parseRequestFile(text);
    return { uri, text, file, request: recordedRequest(file) };
  } catch (error) {
    if (file) editor.mark(uri, requestProblems(error, text, file));
    else if (error instanceof RequestFileError) editor.mark(uri, [error.problem]);
    throw error;
  }
}

/** Returns the request of a request file. Throws `AppError` (`badName`, `missingParameter`). */
export function recordedRequest({ media, ...call }: RequestFile): PlainRequest {
  if (media === undefined) return rawRequest(call);
  const { contentType } = media;
  return rawRequest({ ...call, media: { contentType, data: mediaBytes(media) } });
}

/**
 * Returns a recorded request and its connection. Throws `AppError` if either no longer exists or
 * the request can't be resent.
 */
export function recordedExchange(
  { traffic, connections }: Pick<ConsoleDeps, 'traffic' | 'connections'>,
  target: ExchangeTarget,
): { readonly request: PlainRequest; readonly connection: Connection } {
  const entry = traffic.find(target.exchange);
  if (!entry) {
    throw new AppError('unknownExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('Select a request in the Traffic view.'),
    });
  }
  const { name, recording, connection } = entry;
  if (connection === undefined) {
    throw new AppError(
      'notRepeatable',
      l10n.t('{0} isn’t an API method, so it can’t be called manually.', name),
    );
  }
  if (recording?.isRepeatable === false) {
    throw new AppError('notRepeatable', l10n.t('Upload requests can’t be resent.'));
  }
  if (!recording) {
    throw new AppError('notRecorded', l10n.t('The body of this request wasn’t saved.'), {
      hint: l10n.t('Call the method again with “Call API Method…”.'),
    });
  }
  return {
    request: recording.request,
    connection: requireConnection(connections, connection),
  };
}

/** Returns a connection by ID. Throws `AppError` (`unknownConnection`) if it was removed. */
export function requireConnection(connections: Connections, id: string): Connection {
  const found = connections.find(id);
  if (found) return found;
  throw new AppError(
    'unknownConnection',
    l10n.t('The connection of this request no longer exists.'),
    {
      hint: l10n.t('Select another connection, and send the request again.'),
    },
  );
}

/**
 * Returns the positions of an error in a request file; the line of `operation` if the error has no
 * field.
 */
export function requestProblems(
  error: unknown,
  text: string,
  file: RequestFile,
): readonly TextProblem[] {
  if (error instanceof RequestFileError) return [error.problem];
  const { tree } = parseJson(text);
  const problem = (message: string, path: JsonPath): TextProblem => {
    const place = rangeOfPath(tree, nearestPath(tree, path) ?? ['operation']) ?? {
      offset: 0,
      length: 1,
    };
    return { message, offset: place.offset, length: place.length };
  };
  const hint = error instanceof AppError ? error.hint : undefined;
  const message = joinSentences(errorMessage(error), hint);
  if (!(error instanceof ServiceError)) return [problem(message, pathOfBadName(error, file))];
  const versions = versionsOf(operationRow(file.operation));
  if (error.httpStatus === 404 && !versions.includes(file.version)) {
    const known = l10n.t('{0} is available in {1}.', file.operation, versions.join(', '));
    return [problem(joinSentences(error.message, known), ['version'])];
  }
  const named = (error.details.fieldViolations ?? []).map(({ field, description }) => {
    const place =
      pathInWords(description, file) ?? (field === '' ? [] : pathOfField(file, fieldPath(field)));
    return problem(description || message, place);
  });
  if (named.length > 0) return named;
  const listed = listFields(error.message).map(({ field, words }) =>
    problem(words, pathOfField(file, fieldPath(field))),
  );
  if (listed.length > 0) return listed;
  return [problem(message, pathInWords(error.message, file) ?? pathOfReason(error, file))];
}

function pathOfField(file: RequestFile, field: FieldPath): JsonPath {
  const [first] = field;
  if (typeof first === 'string' && Object.hasOwn(file.path, first)) return ['path', first];
  if (typeof first === 'string' && Object.hasOwn(file.query, first)) return ['query', first];
  return ['body', ...field];
}

function pathInWords(words: string, file: RequestFile): JsonPath | undefined {
  const named = extractField(words);
  if (!named?.isUnknown) return named && pathOfField(file, named.path);
  return [words.includes('query parameter') ? 'query' : 'body', ...named.path];
}

function pathOfBadName(error: unknown, { operation, path }: RequestFile): JsonPath {
  if (!(error instanceof AppError) || error.reason !== 'badName') return ['operation'];
  const wrong = pathParameters(operation).find(
    ({ name, pattern }) => !matchesName(pattern, path[name] ?? ''),
  );
  return wrong ? ['path', wrong.name] : ['operation'];
}

function pathOfReason({ reason }: ServiceError, { path }: RequestFile): JsonPath {
  const [parameter] = Object.keys(path);
  const isAboutName = ['notFound', 'modelNotFound', 'permission', 'conflict'].includes(reason);
  if (isAboutName && parameter !== undefined) return ['path', parameter];
  return reason === 'invalidRequest' ? ['body'] : ['operation'];
}

function joinSentences(first: string, second: string | undefined): string {
  if (second === undefined) return first;
  return `${first}${/[.!?…]$/.test(first) ? '' : '.'} ${second}`;
}
