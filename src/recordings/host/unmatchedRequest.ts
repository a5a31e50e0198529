import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import { type UnmatchedExchange, requestFor } from '../saveExchange';
import { revealingParts } from '../secrets';
import { comparableRequest, isUnmatched } from '../../service/comparableRequest';
import { findProgram } from '../../service/sessionTraffic';
import type { TrafficLog } from '../../service/trafficLog';

/** Returns an unmatched request and the app's folder. Throws `AppError` if no longer available. */
export function findUnmatched(
  traffic: Pick<TrafficLog, 'sessions'>,
  id: number,
): { readonly missed: UnmatchedExchange; readonly folder: vscode.Uri } {
  const entry = findProgram(traffic, id);
  const asked = entry && isUnmatched(entry) ? comparableRequest(entry) : undefined;
  const session = entry && traffic.sessions.find(({ entries }) => entries.includes(entry));
  if (!asked || !session) {
    throw new AppError('noExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('The Traffic view was cleared or contains only newer requests.'),
    });
  }
  const folder = vscode.Uri.parse(session.uri, true);
  const surroundings = { workingDirectory: folder.fsPath, homeDirectory: homedir() };
  const missed = {
    operation: asked.operation,
    request: requestFor(asked, surroundings),
    credentials: revealingParts(entry.wire?.secrets ?? []),
  };
  return { missed, folder };
}
