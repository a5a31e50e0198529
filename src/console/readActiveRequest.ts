import { rawRequest } from '../api/rawRequest';
import type { PlainRequest } from '../api/request';
import { AppError } from '../base/errors';
import type { ConsoleParts } from './parts';
import { problemsOf } from './places';
import type { OpenRequest } from './requestEditor';
import { mediaBytes, parseRequestFile, RequestFileError, type RequestFile } from './requestFile';

/** A request document, read. */
export interface ActiveRequest extends OpenRequest {
  readonly file: RequestFile;
  readonly request: PlainRequest;
}

/**
 * Reads the request of the active editor. Throws `AppError` (`noRequest`) where that has none. What is wrong with it
 * is marked in it and thrown: nothing was sent then.
 */
export function readActiveRequest({
  editor,
  l10n,
}: Pick<ConsoleParts, 'editor' | 'l10n'>): ActiveRequest {
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
    file = parseRequestFile(text, l10n);
    return { uri, text, file, request: requestOf(file) };
  } catch (error) {
    if (file) editor.mark(uri, problemsOf(error, text, file, l10n));
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
