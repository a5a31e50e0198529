import type { FileStore } from '../../../platform/files';

/** A folder in which nothing is kept: for a conversation that only lives as long as its answer takes. */
export const NOWHERE: FileStore = {
  read: async () => undefined,
  write: async () => undefined,
  rename: async () => undefined,
  remove: async () => false,
  stamp: async () => undefined,
  list: async () => [],
};
