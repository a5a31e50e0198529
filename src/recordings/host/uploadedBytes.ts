import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import { shownSize } from '../../base/format';
import type { Exchange, RecordedUpload } from '../exchange';
import { BODIES } from '../store';
import type { RecordingsHost } from './context';
import { nameOf, partNamed } from './recordingFile';

// Maximum size in bytes, because uploads are loaded into memory.
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Returns the uploaded bytes from the recording's folder or from a file that the user selects, because
 * recordings have only their size and hash. Undefined if canceled. Throws `AppError` if the file differs.
 */
export async function uploadedBytes(
  { prompts, system }: Pick<RecordingsHost, 'prompts' | 'system'>,
  uri: vscode.Uri,
  { request: { upload } }: Exchange,
): Promise<{ readonly bytes?: Uint8Array } | undefined> {
  if (!upload) return {};
  const name = nameOf(uri);
  const size = shownSize(upload.bytes);
  if (upload.bytes > MAX_BYTES) {
    throw new AppError(
      'tooLarge',
      l10n.t('The upload in {0} is too large to resend ({1}).', name, size),
    );
  }
  if (upload.bytes === 0) return { bytes: new Uint8Array(0) };
  const beside = await partNamed(uri, upload.sha256);
  if (beside && isSame(beside, upload)) return { bytes: beside };
  const choose = l10n.t('Select File…');
  const question = l10n.t('The file uploaded in {0} wasn’t recorded.', name);
  const detail = l10n.t(
    'The recording stores only the size and hash of the upload: {0}, {1}, SHA-256 {2}. No matching file was found in {3}. Select the file that was uploaded. Any other file is rejected.',
    ...[size, upload.mimeType, upload.sha256, BODIES],
  );
  if ((await prompts.confirm(question, { detail, actions: [choose] })) !== choose) return undefined;
  const filter = { name: l10n.t('All Files'), extensions: ['*'] };
  const picked = await system.pickFile({ title: question, label: l10n.t('Select'), filter });
  if (!picked) return undefined;
  if (isSame(picked.bytes, upload)) return { bytes: picked.bytes };
  throw new AppError('otherFile', l10n.t('{0} isn’t the file that was uploaded.', picked.path), {
    hint: l10n.t('Nothing was sent. The file’s SHA-256 must be {0}.', upload.sha256),
  });
}

function isSame(bytes: Uint8Array, { bytes: size, sha256 }: RecordedUpload): boolean {
  return bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;
}
