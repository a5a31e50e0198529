import * as l10n from '@vscode/l10n';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { AppError } from '../base/errors';
import { type MatchRules, RULES_FILE, rulesIn } from '../recordings/rules';
import { RECORDINGS, usualRecordings } from '../service/folderSession';
import type { SessionEntry, ShownSession } from '../service/sessionTraffic';

/** A folder of the workspace, and where recordings of it are. */
export interface Project {
  readonly path: string;
  /** From the folder on. */
  readonly recordings: string;
}

/** The folder whose program it was; undefined where its session is no longer shown. */
export function projectOf(
  sessions: readonly ShownSession[],
  entry: SessionEntry,
): Project | undefined {
  const session = sessions.find(({ entries }) => entries.includes(entry));
  const uri = session && vscode.Uri.parse(session.uri, true);
  if (!uri) return undefined;
  if (uri.scheme !== 'file') throw elsewhere();
  return { path: uri.fsPath, recordings: session.recordings ?? usualRecordings(session) };
}

/** Where the recordings of a folder are. */
export function recordingsOf({ path, recordings }: Project): string {
  return resolve(path, recordings);
}

/** How requests of a folder are compared. Throws `AppError` where the file that says so is wrong. */
export function rulesOf({ path }: Project): MatchRules {
  return rulesIn(join(path, RECORDINGS, RULES_FILE));
}

export function elsewhere(): AppError {
  return new AppError(
    'notReadable',
    l10n.t('Recordings can be saved only on the local file system.'),
  );
}
