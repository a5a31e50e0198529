import type { Flow } from '../room';
import { AccessAudit } from './audit/accessAudit';
import { collections } from './chooseShared';

/** Shows who has access to what, over all corpora and tuned models. */
export const auditAccess: Flow = async (room) => {
  const shared = collections(room);
  const title = room.services.connections.active?.name ?? '';
  await new AccessAudit(room, title, shared).read();
};
