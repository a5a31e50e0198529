import * as l10n from '@vscode/l10n';
import { ServiceError } from '../api/errors';
import { extractField, fieldPath, type FieldPath, listFields } from '../api/errors/details';
import { matchesName } from '../api/names';
import { operationRow, versionsOf } from '../api/operations';
import { pathParameters } from '../api/request';
import { AppError, errorMessage } from '../base/errors';
import { nearestPath, type JsonPath, rangeOfPath, parseJson } from '../platform/jsonPath';
import type { TextProblem } from '../platform/diagnostics';
import { type RequestFile, RequestFileError } from './requestFile';

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
