import { type PlainRequest, requestRow } from '../../api/request';
import { placeholderFor, withoutSecrets } from '../../api/schema/secrets';
import { textAt } from '../../base/json';
import type { TrafficEntry, TrafficLog } from '../../service/trafficLog';
import type { AttemptResult } from '../result';

/** Milliseconds by which clocks of the two may differ. */
const BEFORE = 50;

type Sought = Pick<AttemptResult, 'operation' | 'startedAt' | 'request' | 'answer'>;

/**
 * Id of the exchange that brought an answer, as long as the window keeps it: the one whose body names the answer's id, of
 * services that give none the first one with that request. Undefined where it is gone.
 */
export function keptExchange(
  { entries }: Pick<TrafficLog, 'entries'>,
  { operation, startedAt, request, answer }: Sought,
): number | undefined {
  if (operation === undefined || !request) return undefined;
  const sent = JSON.stringify(request);
  const alike = entries.filter(
    (entry) =>
      entry.name === operation &&
      entry.startedAt >= startedAt - BEFORE &&
      entry.recording !== undefined &&
      keptText(entry.recording.request) === sent,
  );
  const id = answer && textAt(answer, 'responseId');
  const found = id ? alike.filter((entry) => namesAnswer(entry, id)) : alike;
  // They are in the order of their ends.
  const [first] = found.toSorted((one, other) => one.startedAt - other.startedAt);
  return first?.id;
}

/** A body as results keep it. */
function keptText({ operation, body }: PlainRequest): string | undefined {
  const { body: message = '' } = requestRow({ operation });
  return body && JSON.stringify(withoutSecrets(body, message, placeholderFor));
}

function namesAnswer({ recording }: TrafficEntry, id: string): boolean {
  return recording?.responseText.includes(JSON.stringify(id)) ?? false;
}
