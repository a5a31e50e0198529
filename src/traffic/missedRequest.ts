import { homedir } from 'node:os';
import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import { type MissedRequest, requestIn } from '../recordings/saving';
import { tellingParts } from '../recordings/secrets';
import { findProgram } from '../service/sessionTraffic';
import type { TrafficLog } from '../service/trafficLog';
import { askedBy, isMissed } from './programExchange';
import { projectOf } from './project';

/** Who makes rules of scripted answers. */
export interface MissedRules {
  makeMissedRule(missed: MissedRequest, folder: string): Promise<void>;
}

/** A request that missed, and the path of the folder whose program has asked. Throws `AppError` where it is not kept. */
export function missedIn(
  traffic: Pick<TrafficLog, 'sessions'>,
  id: number,
  l10n: L10n,
): { readonly missed: MissedRequest; readonly folder: string } {
  const entry = findProgram(traffic, id);
  const asked = entry && isMissed(entry) ? askedBy(entry) : undefined;
  const project = entry && asked && projectOf(traffic.sessions, entry, l10n);
  if (!asked || !project) {
    throw new AppError('noExchange', l10n.t('This request is no longer kept.'), {
      hint: l10n.t('The view keeps the last requests of the window until it is cleared.'),
    });
  }
  const { path: folder } = project;
  const surroundings = { workingDirectory: folder, homeDirectory: homedir() };
  const missed = {
    operation: asked.operation,
    request: requestIn(asked, surroundings),
    credentials: tellingParts(entry.wire?.secrets ?? []),
  };
  return { missed, folder };
}
