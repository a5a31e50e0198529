import { createHash } from 'node:crypto';
import type { FollowedOperation } from '../../platform/activity';
import { object, oneOf, text } from '../../webview/shape';

/** An Operation that is followed, as its file has it. It is written once, and taken away when it was told how it ended. */
export interface Job extends FollowedOperation {
  /** When it began, as RFC 3339. */
  readonly startedAt: string;
}

const LONG = 2000;

const shape = object(
  {
    connection: text(64),
    startedBy: oneOf('tunedModels.create'),
    name: text(LONG),
    title: text(LONG),
    startedAt: text(64),
  },
  { target: text(LONG) },
);

/** Reads a job's file. Throws `ShapeError` or `SyntaxError` where it is none. */
export function parseJob(source: string): Job {
  const { target, ...job } = shape.parse(JSON.parse(source));
  return { ...job, ...(target !== undefined && { target }) };
}

export function jobText(job: Job): string {
  return `${JSON.stringify(job)}\n`;
}

/** The same file for the same Operation, in every window; a name of the service need not suit a file. */
export function jobFile({ connection, name }: FollowedOperation): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connection, name]))
    .digest('hex');
  return `${digest.slice(0, 32)}.json`;
}
