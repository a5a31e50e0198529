import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import type { PlainRequest } from '../../api/request';
import { isVersion, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import {
  isObject,
  items,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  tryParse,
} from '../../base/json';
import { findDifferences } from '../difference';
import type { Exchange, RecordedFrame, RecordedSession } from '../exchange';
import { withWrittenTexts } from '../fileParts';
import { requireOwnRecording, type PlaceholderContext } from './resendRecorded';

/** Additional time over the recorded duration in ms. */
const EXTRA_TIMEOUT = 120_000;

/**
 * Reruns a recorded session through an emulator session, against recordings or an upstream. Throws
 * `AppError` if that isn't possible or the server doesn't respond, `TransportError`, and `CancelledError`.
 */
export async function rerunSession(
  client: Client,
  exchange: Exchange,
  { service, places }: PlaceholderContext,
  { signal }: { readonly signal: AbortSignal },
): Promise<RecordedSession> {
  const talk = requireSession(exchange);
  const { operation, request } = exchange;
  requireOwnRecording(exchange);
  const frames = talk.frames.map(({ data, ...frame }): JsonObject => ({
    ...frame,
    ...('json' in data && frame.from === 'server' ? { json: awaitedParts(data.json) } : data),
  }));
  if (JSON.stringify(frames.filter(({ from }) => from === 'client')).includes('{{secret}}')) {
    throw new AppError(
      'notRepeatable',
      l10n.t('Can’t resend this session. It uses a secret that isn’t in the recording.'),
      {
        hint: l10n.t('Record it again by running your app.'),
      },
    );
  }
  const [, version = ''] = /\.(v1\w*)\./.exec(request.path) ?? [];
  const plain: PlainRequest = {
    // Selects the credential and timeout.
    operation: 'models.streamGenerateContent',
    method: 'POST',
    query: {},
    version: isVersion(version) ? version : VERSIONS[0],
    path: encodeURI(request.path),
    body: { operation, frames, closed: { ...talk.closed } },
  };
  const timeoutMs = (talk.frames.at(-1)?.ms ?? 0) + EXTRA_TIMEOUT;
  const { status, body } = await client.exchange(plain, { signal, timeoutMs, stream: true });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const again = parseRerun(status, Buffer.concat(chunks).toString('utf8'));
  return { ...again, frames: withWrittenTexts(again.frames, places, service) };
}

function requireSession({ talk }: Exchange): RecordedSession {
  if (talk) return talk;
  throw new TypeError('The recording isn’t a live session.');
}

function awaitedParts(message: JsonValue): JsonObject {
  const { setupComplete, toolCall, serverContent } = isObject(message) ? message : {};
  return {
    ...(setupComplete !== undefined && { setupComplete }),
    ...(toolCall !== undefined && { toolCall }),
    ...(isObject(serverContent) &&
      serverContent.turnComplete === true && { serverContent: { turnComplete: true } }),
  };
}

function parseRerun(status: number, text: string): RecordedSession {
  const lines = text.split('\n').map(tryParse).filter(isObject);
  const end = lines.at(-1) ?? {};
  const { from, code } = objectAt(end, 'closed');
  if (status !== 200 || typeof code !== 'number') {
    const why = textAt(end, 'failed') || textAt(objectAt(tryObject(text), 'error'), 'message');
    throw new AppError('noSession', l10n.t('Couldn’t complete the session.'), {
      ...(why !== '' && { hint: why }),
    });
  }
  return {
    frames: lines.slice(0, -1).map(frameOf),
    closed: {
      from: from === 'server' ? from : 'client',
      code,
      reason: textAt(objectAt(end, 'closed'), 'reason'),
    },
  };
}

function tryObject(text: string): JsonObject {
  const [value] = [tryParse(text)].flatMap((one) => (Array.isArray(one) ? items(one) : [one]));
  return isObject(value) ? value : {};
}

function frameOf(line: JsonObject): RecordedFrame {
  const { from, ms, json } = line;
  const data = json === undefined ? { text: textAt(line, 'text') } : { json };
  return { from: from === 'server' ? 'server' : 'client', ms: Number(ms ?? 0), data };
}

/** Whether the server closed the session due to an error. */
export function isClosedWithError({ closed: { from, code } }: RecordedSession): boolean {
  return from === 'server' && code > 1001;
}

export function sessionDifferences(
  before: RecordedSession,
  now: RecordedSession,
): readonly string[] {
  const [one, other] = [before, now].map(({ frames }) =>
    frames.filter(({ from }) => from === 'server').map(({ data }) => data),
  );
  const [recorded = [], came = []] = [one, other];
  const fields = recorded.flatMap((data, index) => {
    const instead = came[index];
    if (instead === undefined) return [];
    return findDifferences({ ...data }, { ...instead }).map((found) =>
      l10n.t(
        'Message {0}, {1}: recorded {2}, now {3}',
        index + 1,
        found.field.replace(/^json\./, ''),
        found.recorded ?? l10n.t('nothing'),
        found.asked ?? l10n.t('nothing'),
      ),
    );
  });
  const counts =
    recorded.length === came.length
      ? []
      : [l10n.t('Server messages: recorded {0}, now {1}', recorded.length, came.length)];
  const ends = [before, now].map(({ closed }) => `${closed.code} ${closed.reason}`.trim());
  const isEnd = before.closed.from !== now.closed.from || ends[0] !== ends[1];
  return [
    ...fields,
    ...counts,
    ...(isEnd ? [l10n.t('Close code: recorded {0}, now {1}', ends[0] ?? '', ends[1] ?? '')] : []),
  ];
}
