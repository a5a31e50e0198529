import { isSuccess } from '../api/body';
import { textAt } from '../base/json';
import { matchesName } from '../api/names';
import { operationRow } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { toCamelCase } from '../api/schema/scalars';
import type { JsonObject } from '../api/schema/row';
import { VERSIONS } from '../api/versions';
import type { ExchangeTarget, ResourceRef } from '../catalog/ref';
import { canDo } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import { operationTitle } from '../catalog/text';
import { plainText } from '../platform/plainText';
import { requireConnected } from '../platform/errors';
import type { Connection } from '../service/connection';
import { Answer, ConnectionName, runRequest } from './answer';
import { showAnswer } from './answerDocument';
import type { ConsoleDeps } from './deps';
import { problemsOf } from './requestProblems';
import { readActiveRequest, recordedExchange, requireConnection } from './requestSource';
import { learnOfInteraction } from './learnOfInteraction';
import { learnOfModel } from './learnOfModel';
import { resourceNameOf } from './resourceName';

/** The command: sends the request of the active editor. */
export async function sendActiveRequest(deps: ConsoleDeps): Promise<void> {
  const active = readActiveRequest(deps);
  const { uri, text, file, request } = active;
  const mark = (error: unknown): void =>
    deps.editor.mark(uri, problemsOf(error, text, file, deps.l10n));
  const { id } = requireConnected(deps.connections.active, deps.l10n);
  try {
    const answer = await sendAndShow(deps, id, request);
    if (answer?.serviceError) mark(answer.serviceError);
  } catch (error) {
    mark(error);
    throw error;
  }
}

/**
 * Asks before what is dangerous, sends a request once under progress, and shows its answer as it comes.
 * Undefined where the user did not want it after all. Throws where no answer began,
 * after its document showed why.
 */
export async function sendAndShow(
  deps: ConsoleDeps,
  connectionId: string,
  request: PlainRequest,
): Promise<Answer | undefined> {
  const { clients, clock, connections, l10n, progress, redact, store } = deps;
  const connection = requireConnection(connections, connectionId, l10n);
  if (!(await confirmDangerous(deps, request, connection))) return undefined;
  const answer = new Answer(request, new ConnectionName(connections, connection), clock, redact);
  const { operation } = request;
  const title = operation === 'discovery' ? operation : operationTitle(operation);
  const shown = showAnswer(deps, answer);
  const settled = Promise.allSettled([shown]);
  await progress(title, (signal) => runRequest(clients, connectionId, answer, signal));
  await settled;
  const { status } = answer;
  learnOfModel(deps, connectionId, answer);
  await learnOfInteraction(deps, connectionId, answer);
  if (status !== undefined && isSuccess({ status })) {
    for (const ref of affectedRefs(request, connectionId)) store.invalidate(ref);
  }
  if (status === undefined && answer.error) throw answer.error;
  // What VS Code did not show.
  await shown;
  return answer;
}

/** Sends a request of the traffic once more, to the same connection, and shows the answer. */
export async function replayExchange(deps: ConsoleDeps, target?: ExchangeTarget): Promise<void> {
  if (!target) {
    const message = deps.l10n.t('Choose a request in the view “Traffic”.');
    void deps.prompts.notify('info', message);
    return;
  }
  const { request, connection } = recordedExchange(deps, target);
  await sendAndShow(deps, connection.id, request);
}

/** Asks before a request that cannot be undone or that gives others access; true at once for any other. */
async function confirmDangerous(
  { prompts, l10n }: Pick<ConsoleDeps, 'prompts' | 'l10n'>,
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
    l10n.t('{0}: {1}?', operationTitle(operation), plainText(resourceNameOf(request))),
    {
      detail:
        sharing === undefined
          ? l10n.t('The request goes to the connection “{0}”. This can’t be undone.', connection)
          : `${sharing} ${l10n.t('The request goes to the connection “{0}”.', connection)}`,
      actions: [action],
    },
  );
  return answer === action;
}

/** The service accepts field names in snake_case and in camelCase. */
function withJsonNames(body: JsonObject | undefined): JsonObject {
  const entries = Object.entries(body ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value]));
}

/** Says whom a request gives access to its resource; undefined where nobody gets any. */
function sharingText(
  { operation, body }: PlainRequest,
  l10n: ConsoleDeps['l10n'],
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

/**
 * What the store has to fetch again after a request succeeded: the resource, and the collection that lists it, in
 * every version. Nothing for a request that only reads.
 */
function affectedRefs(request: PlainRequest, connection: string): readonly ResourceRef[] {
  const { operation } = request;
  if (operation === 'discovery' || operationRow(operation).effect === 'read') return [];
  const name = resourceNameOf(request);
  return kindIds().flatMap((kind) =>
    VERSIONS.filter((version) => canDo(kind, 'list', version)).flatMap((version) => {
      const where = { connection, version, kind };
      const { pattern } = kindRow(kind);
      if (matchesName(pattern, name)) {
        const parent = name.split('/').slice(0, -2).join('/');
        return [
          { ...where, name },
          { ...where, name: parent, collection: true as const },
        ];
      }
      const last = name.lastIndexOf('/');
      return matchesName(pattern, `${name}/x`)
        ? [{ ...where, name: name.slice(0, Math.max(0, last)), collection: true as const }]
        : [];
    }),
  );
}
