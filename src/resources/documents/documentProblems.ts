import { ServiceError } from '../../api/errors';
import { fieldInWords, fieldPath, fieldSentence, fieldsListed } from '../../api/errors/fieldPath';
import { AppError, toldOf } from '../../base/errors';
import type { DocumentForm } from '../../catalog/documents';
import { nearestPath, placeOf, readJson } from '../../platform/jsonPath';
import type { TextProblem } from '../../platform/diagnostics';
import { DocumentError, type FieldProblem } from './documentError';

/** Where in a document an error has its cause, as well as the error says it; its beginning where it says nothing. */
export function documentProblems(
  error: unknown,
  text: string,
  form: DocumentForm,
): readonly TextProblem[] {
  const found = fieldProblems(error);
  // A text is one field.
  if (form !== 'json') return found.map(({ message }) => ({ message, offset: 0, length: 1 }));
  const { tree, mistake } = readJson(text);
  if (mistake) return found.map(({ message }) => ({ message, ...mistake }));
  return found.map(({ message, path }) => {
    const nearest = nearestPath(tree, path);
    const place = nearest && placeOf(tree, nearest);
    return { message, offset: place?.offset ?? tree?.offset ?? 0, length: place?.length ?? 1 };
  });
}

function fieldProblems(error: unknown): readonly FieldProblem[] {
  if (error instanceof DocumentError) return error.problems;
  const hint = error instanceof AppError ? error.hint : undefined;
  const message = [toldOf(error), hint].filter(Boolean).join(' ');
  if (!(error instanceof ServiceError)) return [{ message, path: [] }];
  const named = (error.details.fieldViolations ?? []).map(({ field, description }) => ({
    message: description || message,
    path: fieldInWords(description)?.path ?? fieldPath(field),
  }));
  if (named.length > 0) return named;
  const listed = fieldsListed(error.message).map(({ field, words }) => ({
    message: fieldSentence(field, words.slice(words.indexOf(':') + 1).trim()),
    path: fieldPath(field),
  }));
  if (listed.length > 0) return listed;
  return [{ message, path: fieldInWords(error.message)?.path ?? [] }];
}
