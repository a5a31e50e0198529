import type { ServerResponse } from 'node:http';
import { isSessionId } from '../api/operations';
import { requestMismatch } from '../api/requestMatch';
import { systemClock } from '../base/clock';
import { AppError } from '../base/errors';
import { isObject, items, type JsonObject, objectAt, textAt, tryParse } from '../base/json';
import type { SourceResult, SourceRequest } from '../emulator/responseSource';
import { connectUpstream } from '../live/channel';
import {
  type RecordedFrame,
  type RecordedSession,
  type Recorder,
  relayedHeaders,
  rerunWebSocket,
  type SocketPeer,
  type WebSocketRecorder,
} from '../recordings/index';

/**
 * Reruns a posted live session against recordings or the upstream, without recording. Streams
 * frames and the end as JSON lines. Throws `AppError` if the session is invalid.
 */
export async function rerunLiveSession(
  request: SourceRequest,
  response: ServerResponse,
  recorder: Recorder,
  talks: WebSocketRecorder,
): Promise<SourceResult> {
  const { target, headers, base, signal } = request;
  const body = tryParse(request.body.toString());
  if (!isObject(body)) throw new AppError('badOption', 'The session to rerun must be an object.');
  const [path = ''] = target.split('?', 1);
  const operation = textAt(body, 'operation');
  // The session sends the caller's credential to the upstream, so validate its path.
  if (!isSessionId(operation) || requestMismatch({ operation, method: 'GET', path, query: {} })) {
    throw new AppError('badOption', 'This isn’t the path of a Live API session.');
  }
  const { acting, upstream = '' } = recorder.settings;
  const isReplayed = acting === 'replay';
  const session = parseSession(body);
  const [setup = {}] = session.frames.map(({ data }) => ('json' in data ? data.json : {}));
  const asked = { ...request, body: Buffer.from(JSON.stringify(setup)) };
  const charge = isReplayed
    ? undefined
    : recorder.beginCharge({ operation, request: recorder.requestOf(asked), headers });
  const write = (line: JsonObject): void => void response.write(`${JSON.stringify(line)}\n`);
  response.writeHead(200, { 'content-type': 'application/jsonl' });
  let failed: string | undefined;
  const closed = await rerunWebSocket(session, {
    open: (client) =>
      isReplayed
        ? talks.open({
            operation,
            target,
            headers,
            base,
            client,
            connect: connectUpstream,
            answeredBy: () => undefined,
          })
        : connectUpstream(
            upstream.replace(/^http/, 'ws') + target,
            { headers: relayedHeaders(headers), agent: recorder.agentFor(upstream) },
            connectClient(client, (why) => (failed = why)),
          ),
    sent: (text) => recorder.places.placed(text, isReplayed ? base : upstream),
    clock: systemClock,
    isPaced: !isReplayed,
    signal,
    onFrame: ({ data, ...frame }) => {
      if (frame.from === 'server' && 'json' in data) charge?.add(data.json);
      write({ ...frame, ...data });
    },
  });
  if (failed === undefined) charge?.settle(true);
  else charge?.release();
  write(failed === undefined ? { closed } : { failed });
  response.end();
  return { by: isReplayed ? 'recording' : 'upstream' };
}

function connectClient(
  client: SocketPeer,
  failed: (why: string) => void,
): SocketPeer & { failed(why: string): void } {
  return {
    send: (text) => client.send(text),
    close: (code, reason) => client.close(code, reason),
    failed: (why) => {
      failed(why);
      client.close(1006, why);
    },
  };
}

function parseSession(body: JsonObject): RecordedSession {
  const { from, code } = objectAt(body, 'closed');
  const frames = items(body.frames)
    .filter(isObject)
    .map((frame): RecordedFrame => {
      const { json, ms } = frame;
      const data = json === undefined ? { text: textAt(frame, 'text') } : { json };
      return { from: frame.from === 'server' ? 'server' : 'client', ms: Number(ms ?? 0), data };
    });
  const reason = textAt(objectAt(body, 'closed'), 'reason');
  return {
    frames,
    closed: { from: from === 'server' ? from : 'client', code: Number(code), reason },
  };
}
