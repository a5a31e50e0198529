import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import { isOperationId, type OperationId, operationRow } from '../../api/operations';
import type { PlainRequest } from '../../api/request';
import { isVersion, VERSIONS } from '../../api/versions';
import { type Clock, systemClock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { requireOwnRequest } from '../../service/confirmRequest';
import { captureOf } from '../capture';
import { changeText, type Exchange, type RecordedResponse } from '../exchange';
import type { PathPlaceholders } from '../pathPlaceholders';
import { prepareResponse } from '../replayResponse';

/** Path prefix of uploads, omitted in recordings. */
const UPLOADS = '/upload';

export interface PlaceholderContext {
  readonly service: string;
  readonly places: PathPlaceholders;
}

/**
 * Converts a recording to a request. Throws `AppError` if impossible.
 * @param bytes upload content, sent in a single request
 */
export function requestToSend(
  { operation, request, talk }: Exchange,
  { service, places }: PlaceholderContext,
  bytes?: Uint8Array,
): PlainRequest {
  const { path, query, body, type, upload } = request;
  const known = toSentRequest(operation);
  const isJson = body.kind === 'none' || (body.kind === 'json' && isObject(body.json));
  if (talk || (upload && !bytes) || !isJson || type !== undefined || !known) {
    throw new AppError(
      'notRepeatable',
      l10n.t('Can’t resend this request: the recording contains only the data used for matching.'),
      {
        hint: l10n.t(
          'Only standard JSON requests to API methods can be resent. Others can only be replayed to your app.',
        ),
      },
    );
  }
  requireOwnRecording({ operation, request });
  const place = (text: string): string => {
    if (text.includes('{{secret}}')) {
      throw new AppError(
        'notRepeatable',
        l10n.t('Can’t resend this request. It uses a secret that isn’t in the recording.'),
        {
          hint: l10n.t('Record it again by running your app.'),
        },
      );
    }
    return places.placed(text, service);
  };
  const [, version = ''] = /^\/([^/]+)\//.exec(path) ?? [];
  const json = body.kind === 'json' ? changeText(body.json, place) : undefined;
  return {
    operation: known,
    version: isVersion(version) ? version : VERSIONS[0],
    method: operationRow(known).verb,
    path: pathOf(path, upload),
    query: Object.fromEntries(
      Object.entries(query).map(([name, values]) => [name, values.map(place)]),
    ),
    ...(isObject(json) && { body: json }),
    ...(upload && bytes && { media: { contentType: upload.mimeType, data: bytes } }),
  };
}

/** Returns the API method that determines the credential and timeout. Undefined if unknown. */
function toSentRequest(operation: string): OperationId | undefined {
  if (isOperationId(operation)) return operation;
  return operation === 'openai.chat.completions' ? 'models.generateContent' : undefined;
}

/**
 * Throws `AppError` (`otherRequest`) if the HTTP method or path doesn't belong to the API method, because
 * the file may be malicious.
 */
export function requireOwnRecording({
  operation,
  request,
}: Pick<Exchange, 'operation' | 'request'>): void {
  const { method, query, upload } = request;
  requireOwnRequest({ operation, method, path: pathOf(request.path, upload), query });
}

function pathOf(path: string, upload: unknown): string {
  return `${upload ? UPLOADS : ''}${encodeURI(path)}`;
}

/** Sends a request once and records the response. Throws `TransportError`, and `CancelledError` if aborted. */
export async function sendRequest(
  client: Client,
  request: PlainRequest,
  { service, places }: PlaceholderContext,
  clock: Clock,
  signal: AbortSignal,
): Promise<RecordedResponse | undefined> {
  const start = clock.monotonic();
  const { operation } = request;
  const { status, headers, body } = await client.exchange(request, { signal });
  const mayBeArray = isOperationId(operation) && operationRow(operation).stream === true;
  const addresses = { upstream: service, own: service, places };
  const elapsed = (): number => clock.monotonic() - start;
  const capture = captureOf({ status, headers }, addresses, elapsed, mayBeArray);
  for await (const chunk of body) capture.push(Buffer.from(chunk));
  capture.rest();
  return capture.answer();
}

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
