import { textAt } from '../../base/json';
import { VERSIONS } from '../../api/versions';
import { sleep } from '../../base/clock';
import { CancelledError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Flow, Room } from '../room';
import { lossSheet } from './lossSheet';

/** Milliseconds between two looks at a training that runs. */
const PAUSE = 5000;

/** Shows the loss of a training as a curve and as a table, and goes on as long as it runs. */
export const showLoss: Flow = async (room, [clicked]) => {
  if (!clicked || clicked.collection) return;
  const { services, sheets, l10n, clock } = room;
  const { store } = services;
  const target = await runningOperation(room, clicked);
  const closed = new AbortController();
  let resource = store.find(target) ?? (await store.get(target));
  let problem: string | undefined;
  const draw = () => {
    const isRunning = runs(target, resource);
    const parts = { target, resource, isRunning, ...(problem !== undefined && { problem }) };
    return lossSheet(parts, l10n);
  };
  const sheet = sheets.open(
    `loss ${refKey(target)}`,
    draw(),
    () => Promise.resolve(),
    () => closed.abort(new CancelledError()),
  );
  // Whoever follows it too is a look less for us.
  const changes = store.onDidChange(({ ref }) => {
    if (!ref || refKey(ref) !== refKey(target)) return;
    resource = store.find(target) ?? resource;
    sheet.update(draw());
  });
  closed.signal.addEventListener('abort', () => changes.dispose());
  const watch = async (): Promise<void> => {
    while (runs(target, resource)) {
      await sleep(clock, PAUSE, closed.signal);
      resource = await store.get(target, closed.signal);
      sheet.update(draw());
    }
  };
  // Not waited for: the command is done once the sheet is there.
  watch().catch((error: unknown) => {
    if (closed.signal.aborted || CancelledError.is(error)) return;
    problem = l10n.t('It is not looked at any more: {0}', errorMessage(error));
    sheet.update(draw());
  });
};

function runs({ kind }: ResourceRef, resource: Parameters<typeof textAt>[0]): boolean {
  return kind === 'tunedModel' ? textAt(resource, 'state') === 'CREATING' : resource.done !== true;
}

/** What tells of a training as it goes: of a tuned model in training, its operation. */
async function runningOperation(room: Room, target: ResourceRef): Promise<ResourceRef> {
  const { store, connections } = room.services;
  if (target.kind !== 'tunedModel') return target;
  const model = store.find(target) ?? (await store.get(target));
  if (textAt(model, 'state') !== 'CREATING') return target;
  const { connection, name } = target;
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  const kind = 'tunedModelOperation';
  const at = { connection, kind, version: listVersion(kind, preferred) ?? preferred } as const;
  const { items } = await store.list({ ...at, name, collection: true });
  const operation = items.find((item) => item.done !== true);
  return operation ? { ...at, name: textAt(operation, 'name') } : target;
}
