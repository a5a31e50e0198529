import { textAt } from '../api/json';
import { operationRow } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { toCamelCase } from '../api/schema/names';
import type { JsonObject } from '../api/schema/row';
import { operationTitle } from '../catalog/operationTitle';
import { plainText } from '../platform/plainText';
import type { Connection } from '../service/connection';
import type { ConsoleParts } from './parts';
import { resourceOf } from './resourceOf';

/** Asks before what cannot be taken back, and before others get access to something; true at once for all else. */
export async function confirmDangerous(
  { prompts, l10n }: Pick<ConsoleParts, 'prompts' | 'l10n'>,
  request: PlainRequest,
  { name }: Connection,
): Promise<boolean> {
  const { operation } = request;
  if (operation === 'discovery') return true;
  const { effect, summary } = operationRow(operation);
  const sharing = effect === 'dangerous' ? undefined : sharingText(request, l10n);
  if (effect !== 'dangerous' && sharing === undefined) return true;
  // The summaries begin with a verb; VS Code itself has a button “Cancel”, to leave the question.
  const [verb = summary] = summary.split(' ');
  const action = verb === 'Cancel' ? l10n.t('Cancel Operation') : verb;
  const connection = plainText(name);
  const answer = await prompts.confirm(
    l10n.t('{0}: {1}?', operationTitle(operation), plainText(resourceOf(request))),
    {
      detail:
        sharing === undefined
          ? l10n.t(
              'The request goes to the connection “{0}”. What it does there cannot be undone.',
              connection,
            )
          : `${sharing} ${l10n.t('The request goes to the connection “{0}”.', connection)}`,
      actions: [action],
    },
  );
  return answer === action;
}

/** The service takes the names of the fields in both forms. */
function withJsonNames(body: JsonObject | undefined): JsonObject {
  const entries = Object.entries(body ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value]));
}

/** Who gets access by a request to what it is about; undefined where nobody does. */
function sharingText(
  { operation, body }: PlainRequest,
  l10n: ConsoleParts['l10n'],
): string | undefined {
  const shares = operation === 'discovery' ? undefined : operationRow(operation).shares;
  if (shares === undefined) return undefined;
  const sent = withJsonNames(body);
  if (shares === 'readerProjectNumbers') {
    const { readerProjectNumbers: numbers } = sent;
    if (!Array.isArray(numbers) || numbers.length === 0) return undefined;
    const listed = plainText((numbers as readonly unknown[]).map(String).join(', '));
    return l10n.t('These projects get access to it: {0}.', listed);
  }
  const [role, email] = [textAt(sent, 'role'), textAt(sent, 'emailAddress')].map(plainText);
  const rights = role ? l10n.t('with the role {0}', role) : l10n.t('with a role that is not named');
  if (textAt(sent, 'granteeType') === 'EVERYONE') {
    return l10n.t('Everyone who uses the service gets access to it, {0}.', rights);
  }
  return email
    ? l10n.t('{0} gets access to it, {1}.', email, rights)
    : l10n.t('Whoever the permission is for gets access to it, {0}.', rights);
}
