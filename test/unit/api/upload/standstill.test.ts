import assert from 'node:assert/strict';
import { EagerClock } from '../../../fakes/eagerClock';
import { failure, reasonOf, Rigs } from '../harness';
import { bytesOf, GRANULE, sourceOf, uploadFile } from './rig';

const FILE = { mimeType: 'image/png' } as const;

describe('upload of which the service takes pieces and has no more than before', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  for (const [what, received] of [
    ['nothing', '0'],
    ['more than was ever sent', String(99 * GRANULE)],
  ] as const) {
    it(`ends after a few tries where it says that it has ${what}`, async () => {
      const { client, server } = await rigs.start(
        ({ headers }, wire) => {
          const command = headers['x-goog-upload-command'];
          // Nothing ends by itself here: a limit for the test.
          if (server.requests.length > 60) return wire.json(404, {});
          return wire.answer(200, '', {
            'x-goog-upload-status': 'active',
            ...(command === 'start' && {
              'x-goog-upload-url': `${server.origin}/upload/x?upload_id=1`,
              'x-goog-upload-chunk-granularity': String(GRANULE),
            }),
            'x-goog-upload-size-received': command === 'upload' ? received : '0',
          });
        },
        { retry: { clock: new EagerClock(), random: () => 0 } },
      );
      const error = await failure(
        uploadFile(
          client,
          { source: sourceOf(bytesOf(3 * GRANULE)), file: FILE },
          { chunkBytes: GRANULE },
        ),
      );
      assert.equal(reasonOf(error), 'incomplete');
      assert.ok(server.requests.length < 20, `${server.requests.length} requests`);
    });
  }
});
