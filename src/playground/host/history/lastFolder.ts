import type { FileStore } from '../../../platform/files';
import type { Log } from '../../../platform/log';
import { KeptFile, type KeptFormat } from '../keptFile';

/** The address of a folder; what is saved is that of a file in it. */
const format: KeptFormat<string> = {
  parse: (text) => text.trim(),
  format: (file) => file.replace(/\/[^/]*$/, ''),
};

/** The folder that the user exported to or imported from last. In a file, as all that is kept of the playground. */
export class LastFolder extends KeptFile<string> {
  constructor(files: FileStore, log: Log) {
    super(files, log, 'exportFolder.txt', format);
  }
}
