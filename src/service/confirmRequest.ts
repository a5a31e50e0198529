import * as l10n from '@vscode/l10n';
import { operationRow } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { type ClaimedRequest, requestMismatch } from '../api/requestMatch';
import type { JsonObject } from '../api/schema/row';
import { toCamelCase } from '../api/schema/scalars';
import { decodePercent } from '../base/encoding';
import { AppError } from '../base/errors';
import { textAt } from '../base/json';
import { operationTitle } from '../catalog/text';
import { plainText } from '../platform/plainText';
import type { Prompts } from '../platform/prompts';
import type { Connection } from './connection';

interface ConfirmDeps {
  readonly prompts: Pick<Prompts, 'confirm'>;
}

/** A confirmation for read-only requests; its button also serves harmless writes. */
interface ReadQuestion {
  readonly message: string;
  readonly detail: string;
  readonly action: string;
}

export interface Resend {
  readonly request: PlainRequest;
  readonly connection: Pick<Connection, 'name'>;
  readonly note?: string;
  /** Default: read-only requests are sent without confirmation. */
  readonly read?: ReadQuestion;
}

/**
 * Asks whether a recorded request may be sent again. Throws `AppError` (`otherRequest`) if the untrusted
 * request doesn't match its API method.
 */
export async function confirmResend(
  deps: ConfirmDeps,
  { request, connection, note, read }: Resend,
): Promise<boolean> {
  requireOwnRequest(request);
  const { operation } = request;
  const isRead = operation === 'discovery' || operationRow(operation).effect === 'read';
  if (!isRead) return await ask(deps, request, connection, { note, action: read?.action });
  if (!read) return true;
  const { message, detail, action } = read;
  return (await deps.prompts.confirm(message, { detail, actions: [action] })) === action;
}

/** Asks before destructive or sharing requests. Returns true for all others. */
export async function confirmDangerous(
  deps: ConfirmDeps,
  request: PlainRequest,
  connection: Pick<Connection, 'name'>,
): Promise<boolean> {
  const { operation } = request;
  if (operation === 'discovery') return true;
  const isDangerous = operationRow(operation).effect === 'dangerous';
  if (!isDangerous && sharingText(request) === undefined) return true;
  return await ask(deps, request, connection);
}

/** Throws `AppError` (`otherRequest`) if the request doesn't match its API method. */
export function requireOwnRequest(request: ClaimedRequest): void {
  const mismatch = requestMismatch(request);
  if (!mismatch) return;
  const { field, expected } = mismatch;
  const { operation } = request;
  const found = mismatch.found.slice(0, MAX_SHOWN);
  const why = {
    operation: l10n.t('“{0}” is not an API method.', found),
    method: l10n.t('The HTTP method is {0}, but {1} requires {2}.', found, operation, expected),
    version: l10n.t('The API version is “{0}”, but {1} requires {2}.', found, operation, expected),
    path: l10n.t('The path is “{0}”, but {1} requires {2}.', found, operation, expected),
    query: l10n.t('{1} has no query parameter “{0}”.', found, operation),
  }[field];
  throw new AppError('otherRequest', l10n.t('Couldn’t use this request. {0}', why), {
    hint: l10n.t('Nothing was sent.'),
  });
}

const MAX_SHOWN = 100;

async function ask(
  { prompts }: ConfirmDeps,
  request: PlainRequest,
  { name }: Pick<Connection, 'name'>,
  about: { readonly note?: string | undefined; readonly action?: string | undefined } = {},
): Promise<boolean> {
  const { operation, query } = request;
  if (operation === 'discovery') return true;
  const { effect, summary } = operationRow(operation);
  // Uses the verb of the summary as label, as VS Code's own “Cancel” dismisses the dialog.
  const [verb = summary] = summary.split(' ');
  const own = verb === 'Cancel' ? l10n.t('Cancel Operation') : verb;
  const sharing = sharingText(request);
  const action = effect === 'write' && sharing === undefined ? (about.action ?? own) : own;
  const isForced = [query.force].flat().some((one) => one !== undefined && one !== 'false');
  const detail = [
    sharing,
    isForced ? l10n.t('Its contents are also deleted.') : undefined,
    l10n.t('The request is sent to the connection “{0}”.', plainText(name)),
    effect === 'dangerous' ? l10n.t('This can’t be undone.') : undefined,
    about.note,
  ];
  const answer = await prompts.confirm(
    l10n.t('{0}: {1}?', operationTitle(operation), plainText(resourceNameOf(request))),
    { detail: detail.filter(Boolean).join(' '), actions: [action] },
  );
  return answer === action;
}

/** The API accepts field names in snake_case and camelCase. */
function withJsonNames(body: JsonObject | undefined): JsonObject {
  const entries = Object.entries(body ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value]));
}

/** Describes who gets access to the resource. Undefined if no one does. */
function sharingText({ operation, body }: PlainRequest): string | undefined {
  const shares = operation === 'discovery' ? undefined : operationRow(operation).shares;
  if (shares === undefined) return undefined;
  const sent = withJsonNames(body);
  if (shares === 'readerProjectNumbers') {
    const { readerProjectNumbers: numbers } = sent;
    if (!Array.isArray(numbers) || numbers.length === 0) return undefined;
    const listed = plainText((numbers as readonly unknown[]).map(String).join(', '));
    return l10n.t('These projects get access: {0}.', listed);
  }
  const [role, email] = [textAt(sent, 'role'), textAt(sent, 'emailAddress')].map(plainText);
  if (shares === 'owner') return l10n.t('“{0}” becomes the owner.', email ?? '');
  const rights = role ? l10n.t('with the role {0}', role) : l10n.t('with an unspecified role');
  if (textAt(sent, 'granteeType') === 'EVERYONE') {
    return l10n.t('Anyone using the Gemini API gets access {0}.', rights);
  }
  return email
    ? l10n.t('{0} gets access {1}.', email, rights)
    : l10n.t('The grantee gets access {0}.', rights);
}

/** Returns the resource or collection of a request: `/v1/tunedModels/a:generateText` → `tunedModels/a`. */
export function resourceNameOf({ path, version }: Pick<PlainRequest, 'path' | 'version'>): string {
  const name = path.replace(/^\/upload(?=\/)/, '').slice(`/${version}/`.length);
  const [verbless = ''] = name.split(':', 1);
  // A colon in a name is sent as %3A. Other clients may send invalid escapes.
  return decodePercent(verbless);
}
