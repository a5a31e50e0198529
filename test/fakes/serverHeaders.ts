import type { ServerHeaders } from '../../src/service/connection';

/** No server of tools is sent any headers. */
export const noServerHeaders: ServerHeaders = {
  read: () => Promise.resolve({}),
  save: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};
