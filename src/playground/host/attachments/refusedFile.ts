import { ServiceError } from '../../../api/errors';
import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import type { SentFile } from './sentFiles';

/** What the service says of a file that is still processed, failed, is gone, or was never there (both seen). */
const GONE =
  /\bFile (?:files\/)?(\S+) is not in an ACTIVE state|\baccess the File (?:files\/)?(\S+)/i;
const BAD_TYPE = /unsupported mime ?type:?\s*["']?([\w.+/-]+\w)/i;

/** A file for which the service refused a request. */
export interface RefusedFile {
  readonly file: SentFile;
  /** It would be taken if it were there anew. */
  readonly isGone: boolean;
}

/** The file that an error is about; undefined where it is about none of these. */
export function refusedFile(error: unknown, files: readonly SentFile[]): RefusedFile | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const gone = GONE.exec(error.message);
  const id = gone?.[1] ?? gone?.[2];
  if (id !== undefined) {
    const file = files.find(({ uri }) => uri.endsWith(`/${id}`));
    return file && { file, isGone: true };
  }
  const type = BAD_TYPE.exec(error.message)?.[1];
  const file = type === undefined ? undefined : files.find(({ mimeType }) => mimeType === type);
  return file && { file, isGone: false };
}

/** Tells it with the name by which the user knows the file. */
export function fileRefused({ file, isGone }: RefusedFile, cause: Error, l10n: L10n): AppError {
  return new AppError(
    'fileRefused',
    l10n.t('The service can\'t use the file "{0}": {1}', file.name, cause.message),
    {
      cause,
      hint: isGone
        ? l10n.t('Try again to upload it once more, or to leave it out.')
        : l10n.t('It is left out from now on; try again to send the message without it.'),
    },
  );
}
