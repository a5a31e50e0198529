import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import {
  extractField,
  type FieldPath,
  fieldPath,
  describeField,
  listFields,
} from '../../api/errors/details';
import { limitProblems } from '../../api/schema/limits';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import type { Version } from '../../api/versions';
import { AppError, userMessage } from '../../base/errors';
import type { DocumentForm } from '../../catalog/documents';
import { nearestPath, rangeOfPath, parseJson } from '../../platform/jsonPath';
import type { TextProblem } from '../../platform/diagnostics';

export interface FieldProblem {
  readonly message: string;
  readonly path: FieldPath;
}

/** A document that can't be saved. Nothing was sent. */
export class DocumentError extends AppError<'badDocument'> {
  override readonly name = 'DocumentError';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[], hint: string) {
    super('badDocument', problems.map(({ message }) => message).join(' '), { hint });
    this.problems = problems;
  }
}

export function documentProblems(
  error: unknown,
  text: string,
  form: DocumentForm,
): readonly TextProblem[] {
  const found = fieldProblems(error);
  if (form !== 'json') return found.map(({ message }) => ({ message, offset: 0, length: 1 }));
  const { tree, mistake } = parseJson(text);
  if (mistake) return found.map(({ message }) => ({ message, ...mistake }));
  return found.map(({ message, path }) => {
    const nearest = nearestPath(tree, path);
    const place = nearest && rangeOfPath(tree, nearest);
    return { message, offset: place?.offset ?? tree?.offset ?? 0, length: place?.length ?? 1 };
  });
}

function fieldProblems(error: unknown): readonly FieldProblem[] {
  if (error instanceof DocumentError) return error.problems;
  const hint = error instanceof AppError ? error.hint : undefined;
  const message = [userMessage(error), hint].filter(Boolean).join(' ');
  if (!(error instanceof ServiceError)) return [{ message, path: [] }];
  const named = (error.details.fieldViolations ?? []).map(({ field, description }) => ({
    message: description || message,
    path: extractField(description)?.path ?? fieldPath(field),
  }));
  if (named.length > 0) return named;
  const listed = listFields(error.message).map(({ field, words }) => ({
    message: describeField(field, words.slice(words.indexOf(':') + 1).trim()),
    path: fieldPath(field),
  }));
  if (listed.length > 0) return listed;
  return [{ message, path: extractField(error.message)?.path ?? [] }];
}

/**
 * Validates the body of a create or (`isPartial`) patch before sending. Throws `DocumentError` with
 * the API's errors and exceeded documented limits.
 */
export function checkBody(
  message: string,
  version: Version,
  body: JsonObject,
  isPartial: boolean,
): void {
  // Safe, because a test checks that the table has every kind's message.
  const name = message as MessageName;
  const { value, violations, problems } = parseRequest(name, version, body, isPartial);
  const found: FieldProblem[] = [
    ...violations.map(({ field, description }) => ({
      message: description,
      path: extractField(description)?.path ?? fieldPath(field),
    })),
    ...problems.flatMap(listFields).map(({ field, words }) => ({
      message: words,
      path: fieldPath(field),
    })),
  ];
  if (found.length === 0) {
    for (const { field, description } of limitProblems(name, version, value as JsonObject)) {
      const path = fieldPath(field);
      const last = path.findLast((step) => typeof step === 'string') ?? field;
      found.push({ message: l10n.t('“{0}” {1}.', last, description), path });
    }
  }
  if (found.length > 0) throw new DocumentError(found, l10n.t('Nothing was saved.'));
}
