import * as l10n from '@vscode/l10n';
import { isSuccess } from '../api/body';
import { matchesName } from '../api/names';
import { operationRow } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { VERSIONS } from '../api/versions';
import type { ExchangeTarget, ResourceRef } from '../catalog/ref';
import { canDo } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import { operationTitle } from '../catalog/text';
import { requireConnected } from '../platform/errors';
import { confirmDangerous, confirmResend } from '../service/confirmRequest';
import type { Connection } from '../service/connection';
import { Answer, ConnectionName, runRequest } from './answer';
import { showAnswer } from './answerDocument';
import type { ConsoleDeps } from './deps';
import { problemsOf } from './requestProblems';
import { readActiveRequest, recordedExchange, requireConnection } from './requestSource';
import { learnOfInteraction } from './learnOfInteraction';
import { learnOfModel } from './learnOfModel';
import { resourceNameOf } from '../service/requestResource';

/** The command: sends the request of the active editor. */
export async function sendActiveRequest(deps: ConsoleDeps): Promise<void> {
  const active = readActiveRequest(deps);
  const { uri, text, file, request } = active;
  const mark = (error: unknown): void => deps.editor.mark(uri, problemsOf(error, text, file));
  const { id } = requireConnected(deps.connections.active);
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
  const connection = requireConnection(deps.connections, connectionId);
  if (!(await confirmDangerous(deps, request, connection))) return undefined;
  return await sendConfirmed(deps, connection, request);
}

async function sendConfirmed(
  deps: ConsoleDeps,
  connection: Connection,
  request: PlainRequest,
): Promise<Answer> {
  const { clients, clock, connections, progress, redact, store } = deps;
  const { id: connectionId } = connection;
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

/** Sends a request of the traffic once more, to the same connection, after a question if it writes, and shows the answer. */
export async function replayExchange(deps: ConsoleDeps, target?: ExchangeTarget): Promise<void> {
  if (!target) {
    const message = l10n.t('Choose a request in the view “Traffic”.');
    void deps.prompts.notify('info', message);
    return;
  }
  const { request, connection } = recordedExchange(deps, target);
  if (await confirmResend(deps, { request, connection })) {
    await sendConfirmed(deps, connection, request);
  }
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
