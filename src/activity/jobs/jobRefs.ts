import { VERSIONS } from '../../api/versions';
import { listVersion } from '../../catalog/kindOperations';
import type { KindId } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Connections } from '../../service/connection';
import type { Job } from './job';

/** Where the tree has the Operation of a job, and what that makes. */
export interface JobRefs {
  readonly operation: ResourceRef;
  readonly target?: ResourceRef;
}

export function jobRefs(job: Job, connections: Pick<Connections, 'find'>): JobRefs {
  const preferred = connections.find(job.connection)?.apiVersion ?? VERSIONS[0];
  const at = (kind: KindId, name: string): ResourceRef => ({
    ...{ connection: job.connection, kind, name },
    version: listVersion(kind, preferred) ?? preferred,
  });
  return {
    operation: at('tunedModelOperation', job.name),
    ...(job.target !== undefined && { target: at('tunedModel', job.target) }),
  };
}
