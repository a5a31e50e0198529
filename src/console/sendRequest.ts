import { isSuccess } from '../api/body';
import type { PlainRequest } from '../api/request';
import { operationTitle } from '../catalog/operationTitle';
import { affectedRefs } from './affectedRefs';
import { Answer } from './answer';
import { confirmDangerous } from './confirmDangerous';
import { ConnectionName } from './connectionName';
import type { ConsoleParts } from './parts';
import { problemsOf } from './places';
import { readActiveRequest } from './readActiveRequest';
import { receive } from './receive';
import { requireActive, requireConnection } from './requireConnection';
import { showInTime } from './showInTime';

/** The command: sends the request of the active editor. */
export async function sendActiveRequest(parts: ConsoleParts): Promise<void> {
  const active = readActiveRequest(parts);
  const { uri, text, file, request } = active;
  const mark = (error: unknown): void =>
    parts.editor.mark(uri, problemsOf(error, text, file, parts.l10n));
  const { id } = requireActive(parts.connections, parts.l10n);
  try {
    const answer = await sendAndShow(parts, id, request);
    if (answer?.serviceError) mark(answer.serviceError);
  } catch (error) {
    mark(error);
    throw error;
  }
}

/**
 * Asks before what is dangerous, sends a request once under progress, and shows its answer as it comes.
 * Undefined where the user did not want it after all. Only what never became an answer is thrown, after it
 * was shown in the answer too.
 */
export async function sendAndShow(
  parts: ConsoleParts,
  connectionId: string,
  request: PlainRequest,
): Promise<Answer | undefined> {
  const { clients, clock, connections, l10n, progress, redact, store } = parts;
  const connection = requireConnection(connections, connectionId, l10n);
  if (!(await confirmDangerous(parts, request, connection))) return undefined;
  const answer = new Answer(request, new ConnectionName(connections, connection), clock, redact);
  const { operation } = request;
  const title = operation === 'discovery' ? operation : operationTitle(operation);
  const shown = showInTime(parts, answer);
  const settled = Promise.allSettled([shown]);
  await progress(title, (signal) => receive(clients, connectionId, answer, signal));
  await settled;
  const { status } = answer;
  if (status !== undefined && isSuccess({ status })) {
    for (const ref of affectedRefs(request, connectionId)) store.invalidate(ref);
  }
  if (status === undefined && answer.error) throw answer.error;
  // What VS Code did not show.
  await shown;
  return answer;
}
