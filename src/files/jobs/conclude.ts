import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { endOf } from '../../catalog/kinds';
import type { ActivityAction } from '../../platform/activity';
import type { Remembered } from '../remembered';
import { hashOfResource } from '../source/contentHash';
import { fileRef } from './fileRef';
import type { UploadJob } from './job';
import type { RunParts } from './parts';

/** What is kept of a file that was sent. */
export function rememberedOf(job: UploadJob, file: JsonObject): Remembered {
  const expiresAt = endOf(file);
  const hash = hashOfResource(file);
  return {
    name: textAt(file, 'name') || job.resource,
    ...{ connection: job.connection, uri: textAt(file, 'uri'), target: job.target, path: job.path },
    ...{ displayName: job.displayName, mimeType: job.mimeType },
    ...{ size: job.identity.size, modifiedAt: job.identity.modifiedAt },
    ...(expiresAt !== undefined && { expiresAt }),
    ...(hash !== undefined && { hash }),
  };
}

/** What the entry of a file offers that is there. */
export function actionsOf(
  job: UploadJob,
  file: JsonObject,
  { run, services, system }: Pick<RunParts, 'run' | 'services' | 'system'>,
): readonly ActivityAction[] {
  const name = textAt(file, 'name') || job.resource;
  const ref = fileRef(job.connection, name, services.connections);
  const uri = textAt(file, 'uri');
  const copyUri: ActivityAction = { kind: 'copyUri', run: () => system.copy(uri) };
  return [
    { kind: 'open', run: () => run('open', [ref]) },
    ...(uri === '' ? [] : [copyUri]),
    { kind: 'ask', run: () => run('askAboutFile', [ref]) },
  ];
}
