import { fieldInWords, fieldPath, fieldsListed } from '../../api/errors/fieldPath';
import { limitProblems } from '../../api/schema/limits';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import type { Version } from '../../api/versions';
import type { L10n } from '../../platform/l10n';
import { DocumentError, type FieldProblem } from './documentError';

/**
 * Checks the body of a create or, with `isPartial`, of a patch against the tables before it is sent. Throws
 * `DocumentError` with everything that the service would refuse, in its own words, and what is beyond published limits.
 */
export function checkBody(
  message: string,
  version: Version,
  body: JsonObject,
  isPartial: boolean,
  l10n: L10n,
): void {
  // Every kind's message is in the table; a test of the kinds holds that.
  const name = message as MessageName;
  const { value, violations, problems } = parseRequest(name, version, body, isPartial);
  const found: FieldProblem[] = [
    ...violations.map(({ field, description }) => ({
      message: description,
      path: fieldInWords(description)?.path ?? fieldPath(field),
    })),
    ...problems.flatMap(fieldsListed).map(({ field, words }) => ({
      message: words,
      path: fieldPath(field),
    })),
  ];
  // What could not be read has no values to judge.
  if (found.length === 0) {
    for (const { field, description } of limitProblems(name, version, value)) {
      const path = fieldPath(field);
      const last = path.findLast((step) => typeof step === 'string') ?? field;
      found.push({ message: l10n.t('“{0}” {1}.', last, description), path });
    }
  }
  if (found.length > 0) throw new DocumentError(found, l10n.t('Nothing was saved.'));
}
