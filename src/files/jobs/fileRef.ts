import { VERSIONS } from '../../api/versions';
import { listVersion } from '../../catalog/kindOperations';
import type { ResourceRef } from '../../catalog/ref';
import type { Connections } from '../../service/connection';

/** Where the tree has a file of the service. */
export function fileRef(
  connection: string,
  name: string,
  connections: Pick<Connections, 'find'>,
): ResourceRef {
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  return { connection, kind: 'file', name, version: listVersion('file', preferred) ?? preferred };
}
