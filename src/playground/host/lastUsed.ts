import { VERSIONS } from '../../api/versions';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { oneOf, object, text } from '../../webview/shape';
import { settingsShape } from '../calls/settings';
import { PLAYGROUND_MODES } from '../modes';
import { KeptFile, type KeptFormat } from './keptFile';
import type { Beginning } from './transcript';

const shape = object(
  { connection: text(64), model: text(1000), settings: settingsShape },
  { version: oneOf(...VERSIONS), mode: oneOf(...PLAYGROUND_MODES) },
);

const format: KeptFormat<Beginning> = {
  parse(source) {
    const { version, mode, ...rest } = shape.parse(JSON.parse(source));
    return { ...rest, ...(version && { version }), ...(mode && { mode }) };
  },
  format: ({ connection, model, version, mode, settings }) =>
    JSON.stringify({ connection, model, version, mode, settings }),
};

/**
 * What the last message was sent with; a new playground begins with it. In a file and not in VS Code's
 * global state, which every window reads whole: a system instruction can be long.
 */
export class LastUsed extends KeptFile<Beginning> {
  constructor(files: FileStore, log: Log) {
    super(files, log, 'playground.json', format);
  }
}
