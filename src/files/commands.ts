import type { CommandHandlers } from '../catalog/commands';
import type { FileCommandName, FilesCommand, FilesContext } from './context';

const environments = () => import('./environments/uploadToEnvironment');

export function fileHandlers(
  context: () => Promise<FilesContext>,
): CommandHandlers<FileCommandName> {
  const handler =
    <T>(load: () => Promise<FilesCommand<T>>) =>
    async (clicked?: T, selected?: readonly T[]): Promise<void> => {
      const run = await load();
      await run(await context(), chosen(clicked, selected));
    };
  return {
    uploadFiles: handler(async () => (await import('./uploadFiles')).uploadFiles),
    uploadAgain: handler(async () => (await import('./uploadAgain')).uploadAgain),
    downloadFile: handler(async () => (await import('./serviceFiles')).downloadFile),
    copyUri: handler(async () => (await import('./serviceFiles')).copyUri),
    deleteStale: handler(async () => (await import('./serviceFiles')).deleteStale),
    uploadToStore: handler(async () => (await import('./stores/storeSettings')).uploadToStore),
    fillStore: handler(async () => (await import('./stores/storeSettings')).fillStore),
    importFiles: handler(async () => (await import('./stores/importFiles')).importFiles),
    addToStore: handler(async () => (await import('./stores/importFiles')).addToStore),
    moveToStore: handler(async () => (await import('./stores/moveCorpus')).moveToStore),
    uploadToEnvironment: handler(async () => (await environments()).uploadToEnvironment),
    fillEnvironment: handler(async () => (await environments()).fillEnvironment),
    saveFilesAs: handler(async () => (await import('./environments/saveFilesAs')).saveFilesAs),
  };
}

/** VS Code passes the clicked item, plus the whole selection if the item is part of the selection. */
function chosen<T>(clicked: T | undefined, selected: readonly T[] | undefined): readonly T[] {
  if (selected && selected.length > 0) return selected;
  return clicked === undefined ? [] : [clicked];
}
