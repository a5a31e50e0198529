import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import { type MissedRequest, requestIn } from '../saveExchange';
import { tellingParts } from '../secrets';
import { askedBy, isMissed } from '../../service/comparableRequest';
import { findProgram } from '../../service/sessionTraffic';
import type { TrafficLog } from '../../service/trafficLog';

/** Returns an unmatched request and the app's folder. Throws `AppError` if no longer available. */
export function missedIn(
  traffic: Pick<TrafficLog, 'sessions'>,
  id: number,
): { readonly missed: MissedRequest; readonly folder: vscode.Uri } {
  const entry = findProgram(traffic, id);
  const asked = entry && isMissed(entry) ? askedBy(entry) : undefined;
  const session = entry && traffic.sessions.find(({ entries }) => entries.includes(entry));
  if (!asked || !session) {
    throw new AppError('noExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('The view retains only the most recent requests until you clear it.'),
    });
  }
  const folder = vscode.Uri.parse(session.uri, true);
  const surroundings = { workingDirectory: folder.fsPath, homeDirectory: homedir() };
  const missed = {
    operation: asked.operation,
    request: requestIn(asked, surroundings),
    credentials: tellingParts(entry.wire?.secrets ?? []),
  };
  return { missed, folder };
}
