import { AppError, errorMessage } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { Failure } from '../conversation';

/** Why a conversation is not on disk. The same cause has the same words, whatever file it hit. */
export function describeSaveFailure(error: unknown, l10n: L10n): Failure {
  return {
    message: messageFor(error, l10n),
    hint: l10n.t('It is still here; saving is tried again with the next message.'),
    fixes: ['showLog'],
  };
}

/** Why another conversation can't take the place of one that is not on disk. */
export function notSaved(l10n: L10n): AppError {
  return new AppError(
    'notSaved',
    l10n.t(
      'This conversation could not be saved, so it stays here. Open another playground for a new one.',
    ),
  );
}

/** What is said when a tab was closed whose conversation is not on disk. */
export function lostWithTab(title: string, l10n: L10n): AppError {
  return new AppError('notSaved', l10n.t('The end of the conversation "{0}" is lost.', title), {
    hint: l10n.t('It could not be saved before its tab was closed; the log says why.'),
  });
}

function messageFor(error: unknown, l10n: L10n): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('This conversation could not be saved, because the disk is full.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t('This conversation could not be saved, because its folder is write-protected.');
    default:
      // Without the name of the temporary file, which is another one each time.
      return l10n.t(
        'This conversation could not be saved: {0}.',
        errorMessage(error).replace(/, \w+ '[^']*'.*$/, ''),
      );
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
