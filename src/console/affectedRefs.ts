import { matchesName } from '../api/names';
import { operationRow } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { VERSIONS } from '../api/versions';
import { canDo } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { resourceOf } from './resourceOf';

/**
 * What is out of date after a request was answered well: the resource, and the collection that lists it, in
 * every version. Nothing for one that only reads.
 */
export function affectedRefs(request: PlainRequest, connection: string): readonly ResourceRef[] {
  const { operation } = request;
  if (operation === 'discovery' || operationRow(operation).effect === 'read') return [];
  const name = resourceOf(request);
  return kindIds().flatMap((kind) =>
    VERSIONS.filter((version) => canDo(kind, 'list', version)).flatMap((version) => {
      const where = { connection, version, kind };
      const { pattern } = kindRow(kind);
      if (matchesName(pattern, name)) {
        const parent = name.split('/').slice(0, -2).join('/');
        return [
          { ...where, name },
          { ...where, name: parent, collection: true as const },
        ];
      }
      const last = name.lastIndexOf('/');
      return matchesName(pattern, `${name}/x`)
        ? [{ ...where, name: name.slice(0, Math.max(0, last)), collection: true as const }]
        : [];
    }),
  );
}
