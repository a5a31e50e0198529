import { requireConnected } from '../../platform/errors';
import type { Connection } from '../../service/connection';
import type { FilesRoom } from '../room';

/**
 * The connection that files go to; undefined where the workspace is not trusted, of which the user is told with
 * a way to change it: until then no file is looked at. Throws `AppError` (`noConnection`).
 */
export async function requireReady(room: FilesRoom): Promise<Connection | undefined> {
  const { l10n, prompts, services } = room;
  if (!room.isTrusted()) {
    const manage = l10n.t('Manage Workspace Trust');
    const message = l10n.t(
      'Files are only uploaded from a workspace that you trust: this one is in restricted mode.',
    );
    // Not waited for: the command is done.
    void prompts.notify('warning', message, manage).then(async (answer) => {
      if (answer === manage) await room.show('trust');
    });
    return undefined;
  }
  return requireConnected(services.connections.active, l10n);
}
