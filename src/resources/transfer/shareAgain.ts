import { ServiceError } from '../../api/errors';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { errorMessage } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import { createCall } from '../../service/tableCalls';
import { newBody } from '../remove/newBody';
import { shortLabel } from '../remove/removalTexts';
import type { Room } from '../room';
import { roleWord } from '../sharing/askForRole';
import type { FailedLine } from './tellLines';

/** A permission of a copy, which is in a line of it. */
export interface CopiedPermission {
  readonly line: number;
  readonly permission: JsonObject;
}

/** People that the question names. */
const SHOWN = 10;

/**
 * Gives those access to a restored corpus who had it before, if the user still wants that: days may have gone by.
 * False where it is shared with nobody. Throws where it is cancelled, and where going on is of no use.
 */
export async function shareAgain(
  room: Room,
  { ref: corpus, label }: { readonly ref: ResourceRef; readonly label: string },
  copied: readonly CopiedPermission[],
  signal: AbortSignal,
  onFailed: (failed: FailedLine) => void,
): Promise<boolean> {
  if (copied.length === 0) return true;
  const { l10n, prompts, services } = room;
  const people = copied.map(({ permission }) =>
    l10n.t(
      '{0}: {1}',
      shortLabel(kindRow('corpusPermission').label(permission)),
      roleWord(permission.role, l10n),
    ),
  );
  const more = people.length - SHOWN;
  const isPublic = copied.some(({ permission }) => permission.granteeType === 'EVERYONE');
  const detail = [
    ...people.slice(0, SHOWN),
    ...(more > 0 ? [l10n.t('and {0} more', more.toLocaleString('en'))] : []),
    ...(isPublic
      ? ['', l10n.t('Everyone who uses the service can then query it and read its documents.')]
      : []),
  ].join('\n');
  const again = l10n.t('Share Again');
  const question = l10n.t('“{0}” is back. Share it again as before?', shortLabel(label));
  if ((await prompts.confirm(question, { detail, actions: [again] })) !== again) return false;
  const collection: ResourceRef = { ...corpus, kind: 'corpusPermission', collection: true };
  for (const { line, permission } of copied) {
    const { id, input } = createCall(collection, newBody('corpusPermission', permission));
    try {
      const made = await services.calls.call(corpus, id, input, { signal });
      const { connection, version, kind } = collection;
      services.store.merge({ connection, version, kind, name: textAt(made, 'name') }, made);
    } catch (error) {
      if (!(error instanceof ServiceError) || ![400, 403, 404, 409].includes(error.httpStatus)) {
        throw error;
      }
      // They have it already.
      if (error.httpStatus !== 409) onFailed({ line, reason: plainText(errorMessage(error)) });
    }
  }
  return true;
}
