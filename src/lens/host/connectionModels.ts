import { VERSIONS } from '../../api/versions';
import { listVersion } from '../../catalog/kindOperations';
import { modelLifecycle } from '../../catalog/modelLifecycle';
import type { ResourceRef } from '../../catalog/ref';
import { EMULATOR_ID } from '../../service/connection';
import type { Services } from '../../service/services';
import { nameOf } from '../../service/store';
import type { LensContext } from '../mark';

type Known = Pick<Services, 'connections' | 'store' | 'modelStatuses'>;

/**
 * Returns what the connection in use has said about models so far, without a request. The absence of a model proves
 * nothing, because lists differ between API versions. The emulator imitates models, so it isn't asked.
 */
export function connectionStatuses(
  { connections, store, modelStatuses }: Known,
  now: number,
): LensContext['statusOf'] & {} {
  const { active } = connections;
  if (!active || active.id === EMULATOR_ID) return () => undefined;
  const { id: connection, apiVersion: version = VERSIONS[0] } = active;
  const served = listVersion('model', version) ?? version;
  const list = { connection, version: served, kind: 'model', name: '', collection: true } as const;
  const listed = new Set(store.peek(list)?.items.map(nameOf));
  return (id) => {
    const name = `models/${id}`;
    const told = modelStatuses.of({ connection, version, name });
    if (told?.by === 'refusal') return told.why === 'earlierUsers' ? 'closed' : 'retired';
    if (told && modelLifecycle(name, now, told).isGone) return 'retired';
    return told || listed.has(name) ? 'open' : undefined;
  };
}

/** Whether requests to a model fail, according to the connection or else the documentation. */
export function isModelGone(id: string, known: Known, now: number): boolean {
  const status = connectionStatuses(known, now)(id);
  if (status !== undefined) return status !== 'open';
  const isEmulator = known.connections.active?.id === EMULATOR_ID;
  return !isEmulator && modelLifecycle(`models/${id}`, now).isGone;
}

/** Returns the model as an argument of commands. */
export function modelRef(id: string, { connections }: Pick<Known, 'connections'>): ResourceRef {
  const { id: connection = EMULATOR_ID, apiVersion: version = VERSIONS[0] } =
    connections.active ?? {};
  return { connection, version, kind: 'model', name: `models/${id}` };
}
