import { AppError } from '../../base/errors';
import type { FilesRoom } from '../room';

/** Throws `AppError` (`notTrusted`) where the workspace is not trusted: until then no file is looked at. */
export function requireTrust({ isTrusted, l10n }: Pick<FilesRoom, 'isTrusted' | 'l10n'>): void {
  if (isTrusted()) return;
  throw new AppError(
    'notTrusted',
    l10n.t(
      'Files are only uploaded from a workspace that you trust: this one is in restricted mode.',
    ),
  );
}
