import type { Message } from '../../api/schema/infer';
import { addFile } from '../files/addFile';
import { isExpired, shownFile } from '../files/fileRecord';
import { requireFile } from '../files/findFile';
import { statePage } from '../paging';
import { single, type Handler } from '../reply';

/**
 * A file without bytes. The service's interface has it, and what it does live is not published: here it is
 * listed like any other, has no state, and can't be used in a prompt.
 */
export const createFile: Handler = (call, world) => {
  const { file = {} } = call.body as Message<'CreateFileRequest'>;
  return single({ file: shownFile(world, addFile(world, file), call.origin) });
};

export const getFile: Handler = (call, world) =>
  single(shownFile(world, requireFile(world, call.path.name ?? ''), call.origin));

/** Those of the project, whoever uploaded them. */
export const listFiles: Handler = (call, world) => {
  const now = world.time.now();
  const { items, ...next } = statePage(call, world, 'files', '', (one) => !isExpired(one, now));
  return single({ files: items.map((one) => shownFile(world, one, call.origin)), ...next });
};

export const deleteFile: Handler = (call, world) => {
  world.state.remove('files', requireFile(world, call.path.name ?? '').name);
  return single({});
};
