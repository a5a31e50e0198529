import { isSuccess } from '../api/body';
import { matchesName } from '../api/names';
import type { RequestName } from '../api/request';
import { items } from '../base/json';
import { kindRow } from '../catalog/kinds';
import { refusalOf } from '../service/modelRefusal';
import type { Answer } from './answer';
import type { ConsoleDeps } from './deps';
import { resourceNameOf } from '../service/requestResource';

/**
 * Takes up what an answer says of the model that it was asked of: that it is there after all, or that every request to
 * it is refused, as the tree and the playground show it then.
 */
export function learnOfModel(
  { modelStatuses, store }: Pick<ConsoleDeps, 'modelStatuses' | 'store'>,
  connection: string,
  answer: Answer,
): void {
  const { request, status, state } = answer;
  const name = resourceNameOf(request);
  const method = methodOf(request.operation);
  if (method === undefined || status === undefined || state !== 'done') return;
  if (!matchesName(kindRow('model').pattern, name)) return;
  const { version } = request;
  const model = { connection, version, name };
  const error = answer.serviceError;
  if (!error) {
    if (isSuccess({ status })) modelStatuses.answered(model);
    return;
  }
  const listed = store.find({ connection, version, kind: 'model', name });
  const isListed = items(listed?.supportedGenerationMethods).includes(method);
  const why = refusalOf(error, isListed);
  if (why) modelStatuses.refused(model, why);
}

/**
 * What a model is asked to do, as its list of methods has it; undefined for what says nothing of whether it answers:
 * tokens are also counted for models that don't.
 */
function methodOf(operation: RequestName): string | undefined {
  const [, method = ''] = /^models\.([a-zA-Z]+)$/.exec(operation) ?? [];
  if (/^(|get|list|count\w*)$/.test(method)) return undefined;
  return method === 'streamGenerateContent' ? 'generateContent' : method;
}
