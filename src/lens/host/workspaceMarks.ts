import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { steppedProgress } from '../../platform/progress';
import type { LensContext, LensMark } from '../mark';
import { isScanned } from '../places';
import { scan } from '../scan';
import { scannedPath } from './deps';

/** Folders that aren't searched; `isScanned` excludes more. */
const EXCLUDED = '**/{node_modules,.git,.venv,venv,site-packages}/**';
/** In bytes. Larger files are skipped. */
const MAX_SIZE = 1024 * 1024;
const PARALLEL = 8;
/** Number of files between two updates of the progress. */
const STEP = 200;

/** A file of the workspace with its marks. */
export interface MarkedFile {
  readonly uri: vscode.Uri;
  /** Relative to the workspace folder, with its name if there are several. */
  readonly path: string;
  readonly text: string;
  readonly marks: readonly LensMark[];
}

/**
 * Scans all files of the workspace, including unsaved changes, with a cancelable notification. Skips unreadable, large,
 * and binary files. Throws `CancelledError`.
 */
export async function scanWorkspace(context: LensContext): Promise<readonly MarkedFile[]> {
  return await steppedProgress(l10n.t('Finding Gemini models'), async (signal, tell) => {
    const all = await vscode.workspace.findFiles('**/*', EXCLUDED);
    throwIfAborted(signal);
    const uris = all.filter((uri) => isScanned(scannedPath(uri)));
    const found: MarkedFile[] = [];
    let done = 0;
    await mapConcurrent(PARALLEL, uris, async (uri) => {
      throwIfAborted(signal);
      const text = await textOf(uri);
      const marks = text === undefined ? [] : scan({ path: scannedPath(uri), text }, context);
      const path = vscode.workspace.asRelativePath(uri).replaceAll('\\', '/');
      if (text !== undefined && marks.length > 0) found.push({ uri, path, text, marks });
      done += 1;
      if (done % STEP > 0) return;
      const message = l10n.t('{0} of {1} files', done, uris.length);
      tell({ message, increment: (100 * STEP) / uris.length });
    });
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  });
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const { fs, textDocuments } = vscode.workspace;
  const open = textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open?.isDirty) return open.getText();
  try {
    if ((await fs.stat(uri)).size > MAX_SIZE) return undefined;
    const bytes = await fs.readFile(uri);
    return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
