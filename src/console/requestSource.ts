import * as l10n from '@vscode/l10n';
import { type PlainRequest, rawRequest } from '../api/request';
import { AppError } from '../base/errors';
import type { ExchangeTarget } from '../catalog/ref';
import type { Connection, Connections } from '../service/connection';
import type { ConsoleDeps } from './deps';
import type { OpenRequest } from './requestEditor';
import { problemsOf } from './requestProblems';
import { mediaBytes, parseRequestFile, type RequestFile, RequestFileError } from './requestFile';

/** The request document of the active editor, parsed. */
interface ActiveRequest extends OpenRequest {
  readonly file: RequestFile;
  readonly request: PlainRequest;
}

/**
 * Reads the request of the active editor. Throws `AppError` (`noRequest`) where that has none. What is wrong
 * with the document is marked in it and thrown: nothing was sent then.
 */
export function readActiveRequest({ editor }: Pick<ConsoleDeps, 'editor'>): ActiveRequest {
  const active = editor.active();
  if (!active) {
    throw new AppError('noRequest', l10n.t('The active editor has no request.'), {
      hint: l10n.t('“Run Operation…” opens one.'),
    });
  }
  const { uri, text } = active;
  editor.mark(uri, []);
  let file: RequestFile | undefined;
  try {
    file = parseRequestFile(text);
    return { uri, text, file, request: requestOf(file) };
  } catch (error) {
    if (file) editor.mark(uri, problemsOf(error, text, file));
    else if (error instanceof RequestFileError) editor.mark(uri, [error.problem]);
    throw error;
  }
}

/** The request that a document describes. Throws `AppError` (`badName`, `missingParameter`). */
export function requestOf({ media, ...call }: RequestFile): PlainRequest {
  if (media === undefined) return rawRequest(call);
  const { contentType } = media;
  return rawRequest({ ...call, media: { contentType, data: mediaBytes(media) } });
}

/**
 * The request of an entry of the traffic, with the connection that it went to. Throws `AppError` where either is
 * gone, or where there is nothing of a request to send again.
 */
export function recordedExchange(
  { traffic, connections }: Pick<ConsoleDeps, 'traffic' | 'connections'>,
  target: ExchangeTarget,
): { readonly request: PlainRequest; readonly connection: Connection } {
  const entry = traffic.find(target.exchange);
  if (!entry) {
    throw new AppError('unknownExchange', l10n.t('That request is not kept any more.'), {
      hint: l10n.t('Choose one in the view “Traffic”.'),
    });
  }
  const { name, recording, connection } = entry;
  if (connection === undefined) {
    throw new AppError(
      'notRepeatable',
      l10n.t('{0} is not an operation of the service, and cannot be run by hand.', name),
    );
  }
  if (recording?.isRepeatable === false) {
    throw new AppError(
      'notRepeatable',
      l10n.t('A request of an upload is of use to that upload alone, and cannot be sent again.'),
    );
  }
  if (!recording) {
    throw new AppError('notRecorded', l10n.t('Only the outline of this request was kept.'), {
      hint: l10n.t('Run the operation again by “Run Operation…”.'),
    });
  }
  return {
    request: recording.request,
    connection: requireConnection(connections, connection),
  };
}

/** A connection by its id. Throws `AppError` (`unknownConnection`) where it was removed. */
export function requireConnection(connections: Connections, id: string): Connection {
  const found = connections.find(id);
  if (found) return found;
  throw new AppError('unknownConnection', l10n.t('The connection of this request is gone.'), {
    hint: l10n.t('Choose another connection, and send the request on that one.'),
  });
}
