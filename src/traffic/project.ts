import * as l10n from '@vscode/l10n';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { AppError } from '../base/errors';
import { type MatchRules, RULES_FILE, findRules } from '../recordings/rules';
import { RECORDINGS, defaultRecordings } from '../service/folderSession';
import type { SessionEntry, ShownSession } from '../service/sessionTraffic';

export interface Project {
  readonly path: string;
  readonly recordings: string;
}

/** Returns the workspace folder of an app's session. Undefined if the session is no longer shown. */
export function projectOf(
  sessions: readonly ShownSession[],
  entry: SessionEntry,
): Project | undefined {
  const session = sessions.find(({ entries }) => entries.includes(entry));
  const uri = session && vscode.Uri.parse(session.uri, true);
  if (!uri) return undefined;
  if (uri.scheme !== 'file') throw isInOtherFolder();
  return { path: uri.fsPath, recordings: session.recordings ?? defaultRecordings(session) };
}

export function recordingsOf({ path, recordings }: Project): string {
  return resolve(path, recordings);
}

/** Returns the match rules of a folder. Throws `AppError` if the rules file is invalid. */
export function rulesOf({ path }: Project): MatchRules {
  return findRules(join(path, RECORDINGS, RULES_FILE));
}

export function isInOtherFolder(): AppError {
  return new AppError(
    'notReadable',
    l10n.t('Recordings can be saved only on the local file system.'),
  );
}
