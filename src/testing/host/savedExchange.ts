import { type PlainRequest, requestRow } from '../../api/request';
import { placeholderFor, redactSecrets } from '../../api/schema/secrets';
import { textAt } from '../../base/json';
import type { TrafficEntry, TrafficLog } from '../../service/trafficLog';
import type { AttemptResult } from '../result';

/** Maximum clock difference in ms. */
const BEFORE = 50;

type SoughtExchange = Pick<AttemptResult, 'operation' | 'startedAt' | 'request' | 'answer'>;

/**
 * Returns the traffic entry of a response: by response ID, otherwise the first with an equal request. Undefined if no
 * longer available.
 */
export function findSavedExchange(
  { entries }: Pick<TrafficLog, 'entries'>,
  { operation, startedAt, request, answer }: SoughtExchange,
): number | undefined {
  if (operation === undefined || !request) return undefined;
  const sent = JSON.stringify(request);
  const alike = entries.filter(
    (entry) =>
      entry.name === operation &&
      entry.startedAt >= startedAt - BEFORE &&
      entry.recording !== undefined &&
      savedText(entry.recording.request) === sent,
  );
  const id = answer && textAt(answer, 'responseId');
  const found = id ? alike.filter((entry) => hasResponseId(entry, id)) : alike;
  const [first] = found.toSorted((one, other) => one.startedAt - other.startedAt);
  return first?.id;
}

function savedText({ operation, body }: PlainRequest): string | undefined {
  const { body: message = '' } = requestRow({ operation });
  return body && JSON.stringify(redactSecrets(body, message, placeholderFor));
}

function hasResponseId({ recording }: TrafficEntry, id: string): boolean {
  return recording?.responseText.includes(JSON.stringify(id)) ?? false;
}
