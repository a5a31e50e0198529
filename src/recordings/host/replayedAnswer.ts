import type { Client } from '../../api/call';
import { systemClock } from '../../base/clock';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { Exchange, RecordedResponse } from '../exchange';
import type { PathPlaceholders } from '../pathPlaceholders';
import { prepareResponse } from '../replayResponse';
import { sendRequest, requestToSend, type PlaceholderContext } from './resendRecorded';

/** Maximum recordings of equal requests to try, as replay returns them in order. */
const MAX_EQUAL = 20;

/**
 * Sends a recorded request to an emulator session that replays its folder. Returns the first response, or the recorded
 * one if the session has it. Undefined if too long. Throws like `requestToSend`.
 * @param bytes upload content
 */
export async function replayedAnswer(
  client: Client,
  exchange: Exchange,
  surrounded: PlaceholderContext,
  signal: AbortSignal,
  bytes?: Uint8Array,
): Promise<RecordedResponse | undefined> {
  const request = requestToSend(exchange, surrounded, bytes);
  let first: RecordedResponse | undefined;
  for (let count = 0; count < MAX_EQUAL; count += 1) {
    const answer = await sendRequest(client, request, surrounded, systemClock, signal);
    if (!answer || isSame(answer, exchange.answer, surrounded.places)) return answer ?? first;
    first ??= answer;
    if (isMiss(answer)) break;
  }
  return first;
}

/** Whether responses have equal bytes and status. */
export function isSame(
  one: RecordedResponse,
  other: RecordedResponse,
  places: PathPlaceholders,
): boolean {
  const sent = (answer: RecordedResponse): ReturnType<typeof prepareResponse> =>
    prepareResponse(answer, (text) => places.placed(text));
  const [a, b] = [sent(one), sent(other)];
  return a.status === b.status && a.whole === b.whole;
}

/** Whether the response reports that no recording matches. */
export function isMiss({ status, body }: RecordedResponse): boolean {
  if (status !== 404 || body.kind !== 'json' || !isObject(body.json)) return false;
  const details = items(objectAt(body.json, 'error').details).filter(isObject);
  return details.some((detail) => textAt(detail, 'reason') === 'RECORDING_NOT_FOUND');
}
