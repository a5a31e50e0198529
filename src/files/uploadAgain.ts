import { AppError } from '../base/errors';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { plainText } from '../platform/plainText';
import type { Connection } from '../service/connection';
import { chooseRemembered } from './again/chooseRemembered';
import { findSource } from './again/findSource';
import { requireReady } from './plan/requireReady';
import { sendAll, type ToSend } from './plan/sendAll';
import type { FilesRoom, ResourceFlow } from './room';

/** Sends what this machine has once uploaded, such as a file that the service has deleted by now. */
export const uploadAgain: ResourceFlow = async (room, targets) => {
  const active = await requireReady(room);
  if (!active) return;
  const [first] = targets;
  const connection = first ? connectionOf(room, first) : active;
  const files: ToSend[] = [];
  if (!first) {
    const chosen = await chooseRemembered(room, connection);
    const file = chosen && (await findSource(room, chosen.displayName, chosen));
    if (file) files.push(file);
  }
  for (const target of targets) {
    const remembered = await room.remembered.find(connection.id, target.name);
    const file = await findSource(room, labelOf(room, target), remembered);
    // Dismissed: what was chosen before is not sent without the rest.
    if (!file) return;
    files.push(file);
  }
  if (files.length > 0) await sendAll(room, connection, files);
};

function connectionOf({ services, l10n }: FilesRoom, { connection }: ResourceRef): Connection {
  const found = services.connections.find(connection);
  if (!found) throw new AppError('unknownConnection', l10n.t('This connection is gone.'));
  return found;
}

function labelOf({ services }: FilesRoom, target: ResourceRef): string {
  const resource = services.store.find(target);
  return plainText(resource ? kindRow('file').label(resource) : target.name);
}
