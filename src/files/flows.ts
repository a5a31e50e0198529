import type { ResourceCommand } from './fileCommands';
import type { FileFlow, ResourceFlow } from './room';

/** What the commands on files of the user do. */
export const loadUploadFiles = async (): Promise<FileFlow> =>
  (await import('./uploadFiles')).uploadFiles;

/** What the commands on files of the service do, by their names. */
export const flows: { readonly [C in ResourceCommand]: () => Promise<ResourceFlow> } = {
  uploadAgain: async () => (await import('./uploadAgain')).uploadAgain,
  downloadFile: async () => (await import('./downloadFile')).downloadFile,
  copyUri: async () => (await import('./copyUri')).copyUri,
  deleteStale: async () => (await import('./deleteStale')).deleteStale,
};
