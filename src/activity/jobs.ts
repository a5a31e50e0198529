import { createHash } from 'node:crypto';
import { VERSIONS } from '../api/versions';
import { FOLLOWED, type FollowedOperation } from '../platform/activity';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import { RecordFolder } from '../platform/recordFolder';
import { object, oneOf, text } from '../webview/shape';

/** A followed operation. The file is written once and removed by the window that reports the end. */
export interface Job extends FollowedOperation {
  readonly startedAt: string;
}

const MAX_LENGTH = 2000;

const JOB_SHAPE = object(
  {
    connection: text(64),
    startedBy: oneOf(...FOLLOWED),
    name: text(MAX_LENGTH),
    title: text(MAX_LENGTH),
    startedAt: text(64),
  },
  { target: text(MAX_LENGTH), version: oneOf(...VERSIONS) },
);

export function jobFolder(files: FileStore, log: Log): RecordFolder<Job> {
  return new RecordFolder(files, log, {
    label: 'activity: the job',
    parse: (value) => JOB_SHAPE.parse(value),
    timeOf: ({ startedAt }) => Date.parse(startedAt) || 0,
  });
}

/**
 * Returns a stable file-safe ID, the same in every window, because resource names may contain invalid characters.
 */
export function jobId({ connection, name }: FollowedOperation): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connection, name]))
    .digest('hex');
  return digest.slice(0, 32);
}
