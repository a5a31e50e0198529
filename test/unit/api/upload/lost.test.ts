import assert from 'node:assert/strict';
import type { Script } from '../../../fakes/faultServer';
import { failure, reasonOf, Rigs, type Rig } from '../harness';
import { bytesOf, GRANULE, sourceOf, uploadFile } from './rig';

const FILE = { mimeType: 'image/png' } as const;
const DONE = { file: { name: 'files/done' } };

/** Sessions that the service loses after a while: each is asked for with a command and its address. */
describe('upload that is lost', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  type Answer = { readonly status: number; readonly state?: string; readonly received?: number };

  /** @param query what is answered to a query of a session, numbered from 1; undefined finishes it instead. */
  async function serve(query: (session: number, asked: number) => Answer): Promise<Rig> {
    let sessions = 0;
    let asked = 0;
    const script: Script = ({ headers, target }, wire) => {
      const command = headers['x-goog-upload-command'];
      if (command === 'start') {
        sessions += 1;
        return wire.answer(200, '', {
          'x-goog-upload-status': 'active',
          'x-goog-upload-url': `http://${headers.host}/upload/v1beta/files?upload_id=session-${sessions}`,
          'x-goog-upload-chunk-granularity': String(GRANULE),
        });
      }
      const session = Number(/session-(\d+)/.exec(target)?.[1] ?? 0);
      if (command !== 'query') {
        if (session > 1) {
          return wire.answer(200, JSON.stringify(DONE), {
            'content-type': 'application/json',
            'x-goog-upload-status': 'final',
          });
        }
        wire.reset();
        return;
      }
      asked += 1;
      const { status, state, received } = query(session, asked);
      return wire.answer(status, status === 200 ? '' : '{"error":{"code":400,"message":"Gone."}}', {
        ...(state === undefined ? {} : { 'x-goog-upload-status': state }),
        ...(received === undefined ? {} : { 'x-goog-upload-size-received': String(received) }),
      });
    };
    return await rigs.start(script, { retry: { random: () => 0, maxAttempts: 4 } });
  }

  const bytes = bytesOf(3 * GRANULE);
  const commandsOf = ({ requests }: Rig['server']) =>
    requests.map(({ headers }) => headers['x-goog-upload-command']);

  it('is not sent again where something came of it, which the caller finds', async () => {
    const { client, server } = await serve(() => ({ status: 404 }));
    const made = { file: { name: 'files/found' } };
    const { name } = await uploadFile(
      client,
      { source: sourceOf(bytes), file: FILE },
      { findMade: () => Promise.resolve(made) },
    );
    assert.equal(name, 'files/found');
    assert.deepEqual(commandsOf(server), ['start', 'upload, finalize', 'query']);
  });

  it('is looked for where a kept session is no more, and begun anew where nothing came of it', async () => {
    const { client, server } = await serve(() => ({ status: 404 }));
    const url = `${server.origin}/upload/v1beta/files?upload_id=session-0`;
    let looks = 0;
    const findMade = () => {
      looks += 1;
      return Promise.resolve(undefined);
    };
    const session = { url, granularity: GRANULE };
    const content = { source: sourceOf(bytes), file: FILE, session };
    const { name } = await uploadFile(client, content, { findMade, maxAttempts: 4 });
    assert.equal(name, 'files/done');
    // For the session that was kept, and for the one of which all was sent.
    assert.equal(looks, 2);
  });

  it('ends when it was cancelled elsewhere', async () => {
    const { client } = await serve(() => ({ status: 200, state: 'cancelled' }));
    const error = await failure(uploadFile(client, { source: sourceOf(bytes), file: FILE }));
    assert.equal(reasonOf(error), 'sessionLost');
    assert.match(error.message, /canceled on the server/);
  });
});
