import type { FileStore } from '../../platform/files';
import type { FilesRoom } from '../room';
import type { JobFiles } from './jobFiles';
import type { WindowIdentity } from './owners';
import type { SessionSecrets } from './sessionSecrets';
import type { Semaphore } from '../../base/async';

type Shared =
  | 'activity'
  | 'clock'
  | 'l10n'
  | 'log'
  | 'prompts'
  | 'readSetting'
  | 'remembered'
  | 'report'
  | 'run'
  | 'secrets'
  | 'services'
  | 'show'
  | 'system'
  | 'userFiles';

/** What the queue is made of. */
export interface QueueParts extends Pick<FilesRoom, Shared> {
  /** The folder of unfinished uploads, which all windows share. */
  readonly files: FileStore;
  readonly window: WindowIdentity;
}

/** What each of its uploads works with. */
export interface RunParts extends QueueParts {
  readonly jobs: JobFiles;
  readonly sessions: SessionSecrets;
  readonly slots: Semaphore;
}
