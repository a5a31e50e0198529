import * as l10n from '@vscode/l10n';
import { type PlainRequest, rawRequest } from '../api/request';
import { AppError } from '../base/errors';
import type { ExchangeTarget } from '../catalog/ref';
import type { Connection, Connections } from '../service/connection';
import type { ConsoleDeps } from './deps';
import type { OpenRequest } from './requestEditor';
import { requestProblems } from './requestProblems';
import { mediaBytes, parseRequestFile, type RequestFile, RequestFileError } from './requestFile';

interface ActiveRequest extends OpenRequest {
  readonly file: RequestFile;
  readonly request: PlainRequest;
}

/**
 * Parses the active editor's request. Throws `AppError` (`noRequest`) if there is none. Shows and
 * throws problems of the file.
 */
export function readActiveRequest({ editor }: Pick<ConsoleDeps, 'editor'>): ActiveRequest {
  const active = editor.active();
  if (!active) {
    throw new AppError('noRequest', l10n.t('The active editor doesn’t contain an API request.'), {
      hint: l10n.t('To open one, run “Call API Method…”.'),
    });
  }
  const { uri, text } = active;
  editor.mark(uri, []);
  let file: RequestFile | undefined;
  try {
    file = parseRequestFile(text);
    return { uri, text, file, request: recordedRequest(file) };
  } catch (error) {
    if (file) editor.mark(uri, requestProblems(error, text, file));
    else if (error instanceof RequestFileError) editor.mark(uri, [error.problem]);
    throw error;
  }
}

/** Returns the request of a request file. Throws `AppError` (`badName`, `missingParameter`). */
export function recordedRequest({ media, ...call }: RequestFile): PlainRequest {
  if (media === undefined) return rawRequest(call);
  const { contentType } = media;
  return rawRequest({ ...call, media: { contentType, data: mediaBytes(media) } });
}

/**
 * Returns a recorded request and its connection. Throws `AppError` if either no longer exists or
 * the request can't be resent.
 */
export function recordedExchange(
  { traffic, connections }: Pick<ConsoleDeps, 'traffic' | 'connections'>,
  target: ExchangeTarget,
): { readonly request: PlainRequest; readonly connection: Connection } {
  const entry = traffic.find(target.exchange);
  if (!entry) {
    throw new AppError('unknownExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('Select a request in the Traffic view.'),
    });
  }
  const { name, recording, connection } = entry;
  if (connection === undefined) {
    throw new AppError(
      'notRepeatable',
      l10n.t('{0} isn’t an API method, so it can’t be called manually.', name),
    );
  }
  if (recording?.isRepeatable === false) {
    throw new AppError('notRepeatable', l10n.t('Upload requests can’t be resent.'));
  }
  if (!recording) {
    throw new AppError('notRecorded', l10n.t('The body of this request wasn’t saved.'), {
      hint: l10n.t('Call the method again with “Call API Method…”.'),
    });
  }
  return {
    request: recording.request,
    connection: requireConnection(connections, connection),
  };
}

/** Returns a connection by ID. Throws `AppError` (`unknownConnection`) if it was removed. */
export function requireConnection(connections: Connections, id: string): Connection {
  const found = connections.find(id);
  if (found) return found;
  throw new AppError(
    'unknownConnection',
    l10n.t('The connection of this request no longer exists.'),
    {
      hint: l10n.t('Select another connection, and send the request again.'),
    },
  );
}
