import assert from 'node:assert/strict';
import type { AppError } from '../../../src/base/errors';
import { deleteStale } from '../../../src/files/serviceFiles';
import { uploadFiles } from '../../../src/files/uploadFiles';
import { requireConnected } from '../../../src/platform/errors';
import { importChunks } from '../../../src/resources/chunks/importChunks';
import { createResource } from '../../../src/resources/create/createResource';
import type { ResourceHandler, ResourcesContext } from '../../../src/resources/context';
import { searchResource } from '../../../src/resources/search/searchResource';
import { auditAccess } from '../../../src/resources/sharing/auditAccess';
import { share } from '../../../src/resources/sharing/share';
import { exportResource } from '../../../src/resources/transfer/exportResource';
import { goToResource } from '../../../src/resources/tree/goToResource';
import { filterByAccess } from '../../../src/resources/tree/viewState';
import { createTunedModel } from '../../../src/resources/tuning/createTunedModel';
import { fakeFilesContext } from '../../fakes/filesContext';
import { fakeRoom } from '../../fakes/room';
import { FakeUserFiles } from '../../fakes/userFiles';

const FLOWS: { readonly [name: string]: ResourceHandler } = {
  auditAccess,
  createResource,
  createTunedModel,
  exportResource,
  filterByAccess,
  goToResource,
  importChunks,
  searchResource,
  share,
};

/** As the palette calls it, in a window that has no connection. */
const TOLD = {
  reason: 'noConnection',
  message: 'No connection is set up.',
  hint: 'Add a connection, or use the built-in emulator.',
} satisfies Partial<AppError>;

describe('what needs a connection', () => {
  it('goes on with the one there is', () => {
    assert.equal(requireConnected('a'), 'a');
    assert.throws(() => requireConnected(undefined), TOLD);
  });

  for (const [name, flow] of Object.entries(FLOWS)) {
    it(`says that there is none, and asks nothing before: ${name}`, async () => {
      const { room, prompts } = fakeRoom(() => ({}));
      await assert.rejects(flow(withNone(room), []), TOLD);
      assert.deepEqual(prompts.asked, []);
    });
  }

  for (const [name, flow] of Object.entries({ deleteStale, uploadFiles })) {
    it(`says that there is none, and asks nothing before: ${name}`, async () => {
      const { room, prompts } = fakeFilesContext(new FakeUserFiles(), []);
      await assert.rejects(flow(withNone(room), []), TOLD);
      assert.deepEqual(prompts.asked, []);
    });
  }
});

function withNone<R extends Pick<ResourcesContext, 'services'>>(room: R): R {
  const connections = { ...room.services.connections, active: undefined };
  return { ...room, services: { ...room.services, connections } };
}
