import { parseTree, type Node } from 'jsonc-parser/lib/esm/main.js';
import { ServiceError } from '../api/errors';
import { matchesName } from '../api/names';
import { operationRow } from '../api/operations';
import { pathParameters } from '../api/rawRequest';
import { AppError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import { placeOf, type Path } from './placeOf';
import { RequestFileError, type Problem, type RequestFile } from './requestFile';

/**
 * Where in a request document an error has its cause, as well as the error says it; the operation's line
 * where it says nothing.
 */
export function problemsOf(
  error: unknown,
  text: string,
  file: RequestFile,
  l10n: L10n,
): readonly Problem[] {
  if (error instanceof RequestFileError) return [error.problem];
  const tree = parseTree(text);
  const problem = (message: string, path: Path): Problem => {
    const place = placeOf(tree, nearest(tree, path)) ?? { offset: 0, length: 1 };
    return { message, offset: place.offset, length: place.length };
  };
  const hint = error instanceof AppError ? error.hint : undefined;
  const message = sentences(errorMessage(error), hint);
  if (!(error instanceof ServiceError)) return [problem(message, placeOfName(error, file))];
  const { versions } = operationRow(file.operation);
  if (error.httpStatus === 404 && !versions.includes(file.version)) {
    const known = l10n.t('{0} is part of {1}.', file.operation, versions.join(', '));
    return [problem(sentences(error.message, known), ['version'])];
  }
  const named = (error.details.fieldViolations ?? []).map(({ field, description }) => {
    const place = placeInWords(description, file) ?? (field === '' ? [] : placeIn(file, field));
    return problem(description || message, place);
  });
  if (named.length > 0) return named;
  const listed = listedIn(error.message).map(({ field, words }) =>
    problem(words, placeIn(file, field)),
  );
  if (listed.length > 0) return listed;
  return [problem(message, placeInWords(error.message, file) ?? placeOfReason(error, file))];
}

/** `generation_config.stop_sequences[0]` → where the document has it: the body, the path or the query. */
function placeIn(file: RequestFile, field: string): Path {
  const steps = stepsOf(field);
  const [first] = steps;
  if (typeof first === 'string' && Object.hasOwn(file.path, first)) return ['path', first];
  if (typeof first === 'string' && Object.hasOwn(file.query, first)) return ['query', first];
  return ['body', ...steps];
}

function stepsOf(field: string): Path {
  return [...field.matchAll(/([A-Za-z_][\w]*)|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : camelCase(name),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** The service's own words, which say more than the field beside them: seen on the live service. */
function placeInWords(words: string, file: RequestFile): Path | undefined {
  const unknown = /Unknown name "([^"]+)"(?: at '([^']+)')?/.exec(words);
  if (unknown) {
    const [, name = '', at] = unknown;
    if (words.includes('query parameter')) return ['query', name];
    return ['body', ...stepsOf(at ?? ''), name];
  }
  const field = /Invalid value at '([^']+)'/.exec(words)?.[1];
  return field === undefined ? undefined : placeIn(file, field);
}

/** `* Request.contents[0].data: required … * Request.x: …`: what is missing, each with its field. */
function listedIn(message: string): readonly { readonly field: string; readonly words: string }[] {
  return message.split(/(?:^|\s)\* (?=[A-Za-z_][\w.[\]]*:)/).flatMap((words) => {
    // The name of the message is not among the fields.
    const field = /^[A-Z]\w*\.([\w.[\]]+):/.exec(words)?.[1];
    return field === undefined ? [] : [{ field, words }];
  });
}

/** What is wrong with a request that could not be made of the document; its names are all that is judged. */
function placeOfName(error: unknown, { operation, path }: RequestFile): Path {
  if (!(error instanceof AppError) || error.reason !== 'badName') return ['operation'];
  const wrong = pathParameters(operation).find(
    ({ name, pattern }) => !matchesName(pattern, path[name] ?? ''),
  );
  return wrong ? ['path', wrong.name] : ['operation'];
}

function placeOfReason({ reason }: ServiceError, { path }: RequestFile): Path {
  const [parameter] = Object.keys(path);
  const isAboutName = ['notFound', 'modelNotFound', 'permission', 'conflict'].includes(reason);
  if (isAboutName && parameter !== undefined) return ['path', parameter];
  return reason === 'invalidRequest' ? ['body'] : ['operation'];
}

function sentences(first: string, second: string | undefined): string {
  if (second === undefined) return first;
  return `${first}${/[.!?…]$/.test(first) ? '' : '.'} ${second}`;
}

/** The longest beginning of a path that the document has. */
function nearest(tree: Node | undefined, path: Path): Path {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    // A list that is given as one value, or a value that stands in a list.
    if (placeOf(tree, part)) return part;
  }
  return ['operation'];
}
