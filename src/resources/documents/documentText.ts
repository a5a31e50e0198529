import * as l10n from '@vscode/l10n';
import { isObject, objectAt, textAt, tryParse } from '../../base/json';
import { operationRow, versionsOf } from '../../api/operations';
import { MARK } from '../../api/redact';
import type { JsonObject } from '../../api/schema/row';
import { omitSecretFields } from '../../api/schema/secrets';
import type { DocumentForm, DocumentSubject } from '../../catalog/documents';
import { canDo, changeableFields, kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { resourceId } from '../../catalog/resourceName';
import { safeFileName } from '../../platform/safeFiles';
import type { LiveText } from '../../platform/textDocuments';
import type { ResourceHandler } from '../context';
import { DocumentError } from './documentProblems';

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
