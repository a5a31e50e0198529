import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import {
  describeField,
  extractField,
  fieldPath,
  type FieldPath,
  listFields,
} from '../../api/errors/details';
import { jsonSchema } from '../../api/schema/jsonSchema';
import { limitProblems } from '../../api/schema/limits';
import { findType, isEnum, type MessageName } from '../../api/schema/messages';
import { parseRequest } from '../../api/schema/validate';
import type { Version } from '../../api/versions';
import { AppError, userMessage } from '../../base/errors';
import { isObject, objectAt, textAt, tryParse } from '../../base/json';
import { isOperationId, operationRow, versionsOf } from '../../api/operations';
import { MARK } from '../../api/redact';
import type { JsonObject } from '../../api/schema/row';
import { omitSecretFields } from '../../api/schema/secrets';
import {
  type DocumentForm,
  type DocumentSubject,
  parseSchemaAddress,
  type SchemaSubject,
} from '../../catalog/documents';
import {
  isPartFile,
  newDocumentSchema,
  partSchema,
  requestDocumentSchema,
} from '../../catalog/documentSchemas';
import { canDo, changeableFields, kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { resourceId } from '../../catalog/resourceName';
import type { TextProblem } from '../../platform/diagnostics';
import { nearestPath, parseJson, rangeOfPath } from '../../platform/jsonPath';
import { safeFileName } from '../../platform/safeFiles';
import type { LiveText } from '../../platform/textDocuments';
import type { ResourceHandler } from '../context';

/**
 * Returns a document's text: the resource in API order, or a chunk's text. Omits secrets in
 * read-only resources, such as tool server headers.
 */
export function documentText(resource: JsonObject, form: DocumentForm, ref?: ResourceRef): string {
  if (form === 'json') {
    const text = `${JSON.stringify(resource, undefined, 2)}\n`;
    const isSaved = !ref || ref.collection === true || kindOperations(ref.kind).patch !== undefined;
    return isSaved ? text : omitSecretFields(text, kindRow(ref.kind).message, MARK);
  }
  return textAt(objectAt(resource, 'data'), 'stringValue');
}

/** Returns a listed resource as read-only text, for kinds without a get method. */
export function listedText({ kind }: ResourceRef, resource: JsonObject): LiveText {
  const id = resourceId(kind, resource);
  return {
    name: safeFileName(id, '.json', 'resource'),
    read: () => documentText(resource, 'json'),
  };
}

/** Parses a document. Plain text replaces the text in `base`. Throws `DocumentError` if invalid. */
export function parseDocumentText(text: string, form: DocumentForm, base: JsonObject): JsonObject {
  if (form !== 'json') {
    return { ...base, data: { ...objectAt(base, 'data'), stringValue: text } };
  }
  const value = tryParse(text);
  if (isObject(value)) return value;
  const message =
    value === undefined
      ? l10n.t('Invalid JSON in the request file.')
      : l10n.t('The request file must contain a JSON object.');
  throw new DocumentError([{ message, path: [] }], l10n.t('Nothing was saved.'));
}

interface Writability {
  readonly isWritable: boolean;
  readonly sentence: string;
}

/** Returns how the document can be saved, derived from the kind's API methods in the document's version. */
export function writability({ ref, form }: DocumentSubject): Writability {
  const { noun, nouns } = kindRow(ref.kind);
  if (ref.collection) {
    const sentence = l10n.t('Save to create this {0}.', l10n.t(noun.message));
    return { isWritable: true, sentence };
  }
  const { patch } = kindOperations(ref.kind);
  if (patch === undefined) {
    const sentence = l10n.t('Read-only: {0} can’t be changed.', l10n.t(nouns.message));
    return { isWritable: false, sentence };
  }
  if (!canDo(ref.kind, 'patch', ref.version)) {
    const others = versionsOf(operationRow(patch)).join(', ');
    const what = l10n.t(nouns.message);
    return {
      isWritable: false,
      sentence: l10n.t(
        'Read-only: API version {0} can’t change {1}. Use {2}.',
        ref.version,
        what,
        others,
      ),
    };
  }
  const fields = form === 'json' ? changeableFields(ref.kind) : ['data'];
  if (fields.length === 0) {
    const what = l10n.t(nouns.message);
    const sentence = l10n.t('Read-only: the API never returns the editable fields of {0}.', what);
    return { isWritable: false, sentence };
  }
  return { isWritable: true, sentence: l10n.t('Editable fields: {0}', fields.join(', ')) };
}

export const editText: ResourceHandler = async (context, targets) => {
  const [chunk] = targets;
  if (!chunk || chunk.collection) return;
  const { prompts } = context;
  const form = await prompts.pick({ title: l10n.t('Edit Chunk Text') }, [
    { label: l10n.t('As plain text'), icon: 'file', value: 'txt' },
    { label: l10n.t('As Markdown'), icon: 'markdown', value: 'md' },
  ] as const);
  if (form) await context.openDocument(chunk, { preview: false, form });
};

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

export function schemaText(address: {
  readonly authority: string;
  readonly path: string;
}): string | undefined {
  const subject = parseSchemaAddress(address);
  const schema = subject && schemaOf(subject);
  return schema && JSON.stringify(schema, undefined, 2);
}

function schemaOf({ of, version, name }: SchemaSubject): JsonObject | undefined {
  if (of === 'requests') {
    const isThere = isOperationId(name) && versionsOf(operationRow(name)).includes(version);
    return isThere ? requestDocumentSchema(name, version) : undefined;
  }
  if (of === 'parts') return isPartFile(name) ? partSchema(name) : undefined;
  const row = findType(name);
  if (!row || isEnum(row)) return undefined;
  const message = name as MessageName;
  return of === 'new' ? newDocumentSchema(message, version) : jsonSchema(message, version);
}
