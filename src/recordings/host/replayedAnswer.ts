import type { Client } from '../../api/call';
import { systemClock } from '../../base/clock';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { Exchange, RecordedAnswer } from '../exchange';
import type { Places } from '../pathPlaceholders';
import { prepare } from '../replayResponse';
import { answerTo, requestToSend, type Surrounded } from './resendRecorded';

/** Maximum recordings of equal requests to try, as replay returns them in order. */
const MOST_ALIKE = 20;

/**
 * Sends a recorded request to an emulator session that replays its folder. Returns the first response, or the recorded
 * one if the session has it. Undefined if too long. Throws like `requestToSend`.
 * @param bytes upload content
 */
export async function replayedAnswer(
  client: Client,
  exchange: Exchange,
  surrounded: Surrounded,
  signal: AbortSignal,
  bytes?: Uint8Array,
): Promise<RecordedAnswer | undefined> {
  const request = requestToSend(exchange, surrounded, bytes);
  let first: RecordedAnswer | undefined;
  for (let count = 0; count < MOST_ALIKE; count += 1) {
    const answer = await answerTo(client, request, surrounded, systemClock, signal);
    if (!answer || isSame(answer, exchange.answer, surrounded.places)) return answer ?? first;
    first ??= answer;
    if (isMiss(answer)) break;
  }
  return first;
}

/** Whether responses have equal bytes and status. */
export function isSame(one: RecordedAnswer, other: RecordedAnswer, places: Places): boolean {
  const sent = (answer: RecordedAnswer): ReturnType<typeof prepare> =>
    prepare(answer, (text) => places.placed(text));
  const [a, b] = [sent(one), sent(other)];
  return a.status === b.status && a.whole === b.whole;
}

/** Whether the response reports that no recording matches. */
export function isMiss({ status, body }: RecordedAnswer): boolean {
  if (status !== 404 || body.kind !== 'json' || !isObject(body.json)) return false;
  const details = items(objectAt(body.json, 'error').details).filter(isObject);
  return details.some((detail) => textAt(detail, 'reason') === 'RECORDING_NOT_FOUND');
}
