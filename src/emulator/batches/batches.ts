import { type Handler, singleReply } from '../call';
import { removeContent } from '../fileContent';
import { operationFilter } from '../operations';
import { statePage } from '../paging';
import { applyPatch, parsePatch } from '../patch';
import { requireRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import { notifyJobChange } from '../jobWatches';
import type { HandlerContext } from '../handlerContext';
import { batchOf, withHiddenState, batchProgress } from './batch';
import { inputOf, outputOf, toBatchResource, toOperationResource } from './batchResource';

export const getBatch: Handler = (call, world) =>
  singleReply(toBatchResource(world, requireBatch(world, call.path.name ?? '')));

/** Lists the batches of the project without their responses, which only `get` returns. */
export const listBatches: Handler = (call, world) => {
  const isWanted = operationFilter(call.query.filter);
  const shown = (stored: Stored) => toBatchResource(world, stored, false);
  const { items, ...next } = statePage(call, world, 'batches', '', (stored) =>
    isWanted(shown(stored)),
  );
  return singleReply({ operations: items.map(shown), ...next });
};

/** Cancels a batch. Succeeds without effect if the batch is over. */
export const cancelBatch: Handler = (call, world) => {
  const { name, ...stored } = requireBatch(world, call.path.name ?? '');
  const batch = batchOf({ name, ...stored });
  const now = world.time.now();
  if (batchProgress(batch, name, now).endedAt === undefined) {
    world.state.update('batches', name, {
      hidden: withHiddenState({ ...batch, cancelledAt: now }),
    });
    notifyJobChange(world);
  }
  return singleReply({});
};

/** Deletes a batch, even a running one. Its output file remains until it expires. */
export const deleteBatch: Handler = (call, world) => {
  const stored = requireBatch(world, call.path.name ?? '');
  const { name } = stored;
  const { isFile, work } = batchOf(stored);
  removeContent(world, inputOf(name));
  if (!isFile || !work.isOver) removeContent(world, outputOf(name, isFile));
  world.state.remove('batches', name);
  return singleReply({});
};

/** Updates display name and priority. Priority has no effect in the emulator. */
export const patchBatch: Handler = (call, world) => {
  const stored = requireBatch(world, call.path['batch.name'] ?? '');
  const isEmbed = call.operation === 'batches.updateEmbedContentBatch';
  if ((batchOf(stored).kind === 'embed') !== isEmbed) {
    throw new StatusError(400, `${stored.name} is a batch of another kind.`);
  }
  const resource = applyPatch(world, stored, parsePatch(call));
  world.state.update('batches', stored.name, { resource });
  return singleReply(toOperationResource(world, { ...stored, resource }));
};

function requireBatch(world: HandlerContext, name: string): Stored {
  return requireRecord(world, 'batches', name);
}
