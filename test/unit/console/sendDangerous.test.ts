import assert from 'node:assert/strict';
import { templateVariables } from '../../../src/api/names';
import { operationRow, type OperationId } from '../../../src/api/operations';
import { rawRequest } from '../../../src/api/rawRequest';
import type { PlainRequest } from '../../../src/api/request';
import type { JsonObject } from '../../../src/api/schema/row';
import { answering, deletion, setUpSending } from './sendRig';

/** A request that may let others at something. */
function sharing(operation: OperationId, body: JsonObject): PlainRequest {
  const [name] = templateVariables(operationRow(operation).path);
  assert.ok(name);
  const resource = operation.startsWith('tunedModels') ? 'tunedModels/a' : 'corpora/a';
  const of = operation.endsWith('permissions.patch') ? `${resource}/permissions/b` : resource;
  return rawRequest({ operation, version: 'v1beta', path: { [name.name]: of }, query: {}, body });
}

describe('sending what is dangerous', () => {
  it('asks first, with the operation, the resource and the connection', async () => {
    const { send, sent, prompts } = setUpSending(answering(200));
    prompts.answer('Delete');
    await send(deletion);
    const [asked] = prompts.asked;
    assert.equal(asked?.kind, 'confirm');
    assert.match(asked.text, /^Delete tuned model: tunedModels\/a b\? .*“Work”/);
    assert.deepEqual(asked.choices, ['Delete']);
    assert.equal(sent.length, 1);
  });

  for (const [what, request, says] of [
    [
      'somebody',
      sharing('tunedModels.permissions.create', {
        granteeType: 'USER',
        emailAddress: 'eve@example.com',
        role: 'WRITER',
      }),
      /^Create permission: tunedModels\/a.* eve@example\.com gets access to it, with the role WRITER\. .*“Work”/,
    ],
    [
      'everyone',
      sharing('corpora.permissions.create', { granteeType: 'EVERYONE', role: 'READER' }),
      /Everyone who uses the service gets access to it, with the role READER\./,
    ],
    [
      'whoever has another role',
      sharing('corpora.permissions.patch', { role: 'WRITER' }),
      /Whoever the permission is for gets access to it, with the role WRITER\./,
    ],
    [
      'other projects',
      sharing('tunedModels.patch', { readerProjectNumbers: ['1', '2'] }),
      /These projects get access to it: 1, 2\./,
    ],
    [
      'everyone, as the service takes names too',
      sharing('corpora.permissions.create', { grantee_type: 'EVERYONE', role: 'READER' }),
      /Everyone who uses the service gets access/,
    ],
    [
      'other projects, as the service takes names too',
      sharing('tunedModels.patch', { reader_project_numbers: ['3'] }),
      /These projects get access to it: 3\./,
    ],
  ] as const) {
    it(`asks too where ${what} gets access`, async () => {
      const { send, sent, prompts } = setUpSending(answering(200));
      prompts.answer(undefined);
      await send(request);
      assert.equal(prompts.asked.length, 1);
      assert.match(prompts.asked[0]?.text ?? '', says);
      assert.equal(sent.length, 0);
    });
  }

  it('does not ask where a tuned model is shared with nobody', async () => {
    const { send, sent, prompts } = setUpSending(answering(200));
    await send(sharing('tunedModels.patch', { displayName: 'b', readerProjectNumbers: [] }));
    assert.deepEqual([prompts.asked.length, sent.length], [0, 1]);
  });

  it('has no button that reads like the one to leave', async () => {
    const { send, sent, prompts } = setUpSending(answering(200));
    prompts.answer('Cancel Operation');
    await send(
      rawRequest({
        operation: 'tunedModels.operations.cancel',
        version: 'v1',
        path: { name: 'tunedModels/a/operations/b' },
        query: {},
      }),
    );
    assert.deepEqual(prompts.asked[0]?.choices, ['Cancel Operation']);
    assert.equal(sent.length, 1);
  });

  it('sends nothing after a no', async () => {
    const { send, sent, prompts, documents } = setUpSending();
    prompts.answer(undefined);
    assert.equal(await send(deletion), undefined);
    assert.equal(sent.length, 0);
    assert.equal(documents.shown.length, 0);
  });

  it('does not ask before what only writes', async () => {
    const { send, prompts } = setUpSending(answering(200));
    await send(
      rawRequest({
        operation: 'tunedModels.create',
        version: 'v1beta',
        path: {},
        query: {},
        body: {},
      }),
    );
    assert.deepEqual(prompts.asked, []);
  });
});
