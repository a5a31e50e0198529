import assert from 'node:assert/strict';
import type { OperationId } from '../../../src/api/operations';
import { type PlainRequest, rawRequest } from '../../../src/api/request';
import type { JsonObject } from '../../../src/api/schema/row';
import { confirmResend, type Resend } from '../../../src/service/confirmRequest';
import { FakePrompts } from '../../fakes/prompts';

const READ = { message: 'Ask “Work” again?', detail: 'It counts.', action: 'Re-record' };
const NOTE = 'The new response replaces the recorded one.';

const of = (operation: OperationId, name: string, value: string, body?: JsonObject): PlainRequest =>
  rawRequest({
    operation,
    version: 'v1beta',
    path: { [name]: value },
    query: {},
    ...(body && { body }),
  });

const deletion = of('fileSearchStores.delete', 'name', 'fileSearchStores/mine');
const creation = of('cachedContents.create', '', '', { model: 'models/x' });
const sharing = of('corpora.permissions.create', 'parent', 'corpora/c', {
  granteeType: 'USER',
  emailAddress: 'eve@example.com',
  role: 'WRITER',
});
const transfer = of('tunedModels.transferOwnership', 'name', 'tunedModels/t', {
  emailAddress: 'eve@example.com',
});
const reading = of('models.get', 'name', 'models/x');

/** Whether it may be sent, and what was asked. */
async function resent(answer: string | undefined, resend: Omit<Resend, 'connection'>) {
  const prompts = new FakePrompts(answer);
  const connection = { name: 'Work' };
  const may = await confirmResend({ prompts }, { ...resend, connection });
  return { may, asked: prompts.asked.map(({ text, choices }) => [text, ...choices]) };
}

describe('a request that is sent again', () => {
  for (const [what, request, text, action] of [
    [
      'deletes, with what is in it',
      { ...deletion, query: { force: ['true'] } },
      'Delete file search store: fileSearchStores/mine? Its contents are also deleted. The request is sent to the connection “Work”. This can’t be undone.',
      'Delete',
    ],
    [
      'lets somebody in',
      sharing,
      'Create permission: corpora/c/permissions? eve@example.com gets access with the role WRITER. The request is sent to the connection “Work”.',
      'Share',
    ],
    [
      'gives something away',
      transfer,
      'Transfer ownership: tunedModels/t? “eve@example.com” becomes the owner. The request is sent to the connection “Work”. This can’t be undone.',
      'Give',
    ],
    [
      'writes',
      creation,
      'Create cached content: cachedContents? The request is sent to the connection “Work”.',
      'Create',
    ],
  ] as const) {
    it(`is asked about where it ${what}`, async () => {
      assert.deepEqual(await resent(action, { request }), { may: true, asked: [[text, action]] });
      assert.equal((await resent(undefined, { request })).may, false);
    });
  }

  it('says what follows too, and has the button of its command where it only writes', async () => {
    const resend = { note: NOTE, read: READ };
    const { asked } = await resent('Re-record', { request: creation, ...resend });
    assert.match(asked[0]?.[0] ?? '', /The request is sent to the connection “Work”\./);
    assert.equal(asked[0]?.[1], 'Re-record');
    const dangerous = await resent('Delete', { request: deletion, ...resend });
    assert.deepEqual([dangerous.may, dangerous.asked[0]?.[1]], [true, 'Delete']);
  });

  it('is sent unasked where it only reads, or with the question of its command', async () => {
    assert.deepEqual(await resent(undefined, { request: reading }), { may: true, asked: [] });
    assert.deepEqual(await resent('Re-record', { request: reading, read: READ }), {
      may: true,
      asked: [['Ask “Work” again? It counts.', 'Re-record']],
    });
  });

  it('is not sent where it is another one than it says, and nobody is asked', async () => {
    const prompts = new FakePrompts('Get', 'Delete', 'Re-record');
    const request = { ...deletion, operation: 'models.get' } as const;
    await assert.rejects(
      confirmResend({ prompts }, { request, connection: { name: 'Work' }, read: READ }),
      {
        reason: 'otherRequest',
        message:
          'Couldn’t use this request. The HTTP method is DELETE, but models.get requires GET.',
      },
    );
    assert.deepEqual(prompts.asked, []);
  });
});
