import { matchesName } from '../../../../src/api/names';
import { listVersion } from '../../../../src/catalog/kindOperations';
import { kindIds, kindRow } from '../../../../src/catalog/kinds';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { fakeRoom, MINE } from '../../../fakes/room';
import { settle } from '../../../fakes/settle';
import { MemoryService } from '../memoryService';

/** The ref of a resource by its name. */
export function refTo(name: string): ResourceRef {
  const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
  if (!kind) throw new Error(`${name} is of no kind.`);
  return { connection: MINE.id, version: listVersion(kind, 'v1beta') ?? 'v1beta', kind, name };
}

export const DOCUMENT = 'corpora/tea/documents/green';

/** A service with one corpus, a document in it, and so many chunks. */
export function teaService(chunks = 3): MemoryService {
  const service = new MemoryService();
  service.put('corpora/tea', { displayName: 'Tea', updateTime: '2026-01-01T12:00:00Z' });
  service.put(DOCUMENT, {
    displayName: 'Green tea',
    customMetadata: [{ key: 'year', numericValue: 2026 }],
  });
  for (let number = 0; number < chunks; number++) {
    const data = { stringValue: `Text ${number}` };
    service.put(`${DOCUMENT}/chunks/c${number}`, { data, state: 'STATE_ACTIVE' });
  }
  service.put('corpora/tea/permissions/p1', { granteeType: 'USER', role: 'OWNER' });
  service.put('corpora/tea/permissions/p2', { granteeType: 'EVERYONE', role: 'READER' });
  return service;
}

/** A room over the service, with answers to the questions that come. */
export function teaRoom(service: MemoryService, ...answers: readonly (string | undefined)[]) {
  return { ...fakeRoom(service.answer, ...answers), service };
}

/** Lets everything happen that does not wait for the clock: also work that takes many steps. */
export async function settleLong(): Promise<void> {
  for (let round = 0; round < 60; round++) await settle();
}
