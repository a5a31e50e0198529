import * as l10n from '@vscode/l10n';
import { MARK } from '../api/redact';
import { requestRow } from '../api/request';
import { AppError } from '../base/errors';
import type { CompletedExchange } from '../recordings/saveExchange';
import type { TrafficEntry } from '../service/trafficLog';

/** Whether a request can be saved as a recording: answered by the API and not an upload. */
export function isSavable({ recording, outcome, status }: TrafficEntry): boolean {
  return recording?.isRepeatable === true && outcome === 'answered' && status !== undefined;
}

// NUL, or the replacement character for invalid UTF-8.
const BINARY = /[\0\ufffd]/;

/**
 * Converts a request of the window for a recording. Throws `AppError` if a body wasn't retained completely.
 * @param bases base URLs at which the API was reached
 */
export function toCompletedExchange(
  entry: TrafficEntry,
  bases: readonly string[],
): CompletedExchange {
  const { name, recording, status } = entry;
  if (!isSavable(entry) || !recording || status === undefined) {
    throw isIncomplete(
      l10n.t(
        'Couldn’t save a recording because the request or its response wasn’t stored completely.',
      ),
    );
  }
  const { requestText, responseText, isCut } = recording;
  if (isCut.request || isCut.response) {
    throw isIncomplete(l10n.t('The bodies are too long to be stored completely.'));
  }
  if (BINARY.test(requestText) || BINARY.test(responseText)) {
    throw isIncomplete(l10n.t('The bodies aren’t text, so they aren’t stored.'));
  }
  if (requestText.includes(MARK) || responseText.includes(MARK)) {
    throw new AppError(
      'hasSecret',
      l10n.t('Couldn’t save the recording because it contains a secret.'),
    );
  }
  const [method = '', target = ''] = recording.requestLine.split(' ');
  return {
    operation: name,
    method,
    target,
    bases,
    status,
    headers: recording.requestHeaders,
    body: Buffer.from(requestText),
    mayBeArray: requestRow(recording.request).stream === true,
    answerHeaders: recording.responseHeaders,
    pieces: piecesOf(recording, Buffer.from(responseText)),
  };
}

function isIncomplete(message: string): AppError {
  return new AppError('notWhole', message);
}

/** Returns timed chunks if the response wasn't compressed. */
export function piecesOf(
  { frames }: { readonly frames: Frames },
  whole: Buffer,
): CompletedExchange['pieces'] {
  const length = frames.reduce((sum, { bytes }) => sum + bytes, 0);
  if (length !== whole.length) return [{ ms: frames[0]?.atMs ?? 0, bytes: whole }];
  let from = 0;
  return frames.map(({ atMs, bytes }) => {
    from += bytes;
    return { ms: Math.round(atMs), bytes: whole.subarray(from - bytes, from) };
  });
}

type Frames = NonNullable<TrafficEntry['recording']>['frames'];
