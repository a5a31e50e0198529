import { isObject, objectAt, textAt, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { DocumentForm } from '../../catalog/documents';
import type { L10n } from '../../platform/l10n';
import { safeFileName } from '../../platform/safeFiles';
import type { LiveText } from '../../platform/textDocuments';
import { DocumentError } from './documentError';

/** What a document shows of a resource: all of it in the service's order, or the text of a chunk alone. */
export function documentText(resource: JsonObject, form: DocumentForm): string {
  if (form === 'json') return `${JSON.stringify(resource, undefined, 2)}\n`;
  return textAt(objectAt(resource, 'data'), 'stringValue');
}

/** A resource as its list has it: of some kinds the service gives no more, and that can only be read. */
export function listedText(resource: JsonObject): LiveText {
  const id = textAt(resource, 'name').split('/').at(-1) ?? '';
  return {
    name: safeFileName(id, '.json', 'resource'),
    read: () => documentText(resource, 'json'),
  };
}

/**
 * The resource that a document describes. A text takes the place of the one that was read. Throws
 * `DocumentError` where it describes none.
 */
export function parseDocumentText(
  text: string,
  form: DocumentForm,
  base: JsonObject,
  l10n: L10n,
): JsonObject {
  if (form !== 'json') {
    return { ...base, data: { ...objectAt(base, 'data'), stringValue: text } };
  }
  const value = tryParse(text);
  if (isObject(value)) return value;
  const message =
    value === undefined
      ? l10n.t('The document is not JSON here.')
      : l10n.t('The document is not a JSON object.');
  throw new DocumentError([{ message, path: [] }], l10n.t('Nothing was saved.'));
}
