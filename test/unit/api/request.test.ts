import assert from 'node:assert/strict';
import { templateVariables } from '../../../src/api/names';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import { buildRequest, type CallInput } from '../../../src/api/request';

describe('request', () => {
  it('leaves fields that the path carries out of the body', () => {
    const body = { contents: [], model: 'models/other', generationConfig: { topK: 1 } };
    const request = buildRequest('models.generateContent', 'v1beta', { model: 'models/x', body });
    assert.deepEqual(request.body, { contents: [], generationConfig: { topK: 1 } });
    assert.equal(request.path, '/v1beta/models/x:generateContent');
  });

  it('sends the resource of every patch with the name that the URL has', () => {
    const patches = operationIds().filter((id) => operationRow(id).verb === 'PATCH');
    const sent = patches.flatMap((id) =>
      versionsOf(operationRow(id)).map((version) => {
        const [variable] = templateVariables(operationRow(id).path);
        assert.ok(variable);
        const name = variable.pattern.replaceAll('*', 'x');
        const body = { name: 'models/other' };
        const { case: names, query } = operationRow(id);
        const mask = query?.updateMask ? { updateMask: 'a' } : {};
        const input = { [variable.name]: name, ...mask, body };
        // The service takes a name with a presence of its own from the URL only.
        const usual = id === 'cachedContents.patch' ? {} : { name };
        // In the younger part of the service a name in the body is one for people.
        const own = names === 'snake' ? body : usual;
        return [buildRequest(id, version, input as CallInput<typeof id>).body, own];
      }),
    );
    assert.equal(sent.length, 21);
    for (const [body, expected] of sent) assert.deepEqual(body, expected);
  });

  it('asks for events where the answer streams', () => {
    const input = { model: 'models/x', body: { contents: [] } };
    assert.deepEqual(buildRequest('models.streamGenerateContent', 'v1', input).query, {
      alt: 'sse',
    });
    assert.deepEqual(buildRequest('models.generateContent', 'v1', input).query, {});
  });

  it('takes a MIME type with its parameters, and nothing that adds a line to the body', () => {
    const upload = (contentType: string): unknown =>
      buildRequest('media.upload', 'v1beta', {
        body: {},
        media: { contentType, data: Buffer.alloc(0) },
      });
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'application/vnd.x+json']) {
      upload(type);
    }
    for (const type of ['', 'text', 'a/b\r\nx: y', 'a/b; c=d\r\n', 'a/b; c="d"', 'ä/b', 'a/b ']) {
      assert.throws(() => upload(type), { reason: 'badMediaType' }, JSON.stringify(type));
    }
    assert.throws(
      () =>
        buildRequest('media.upload', 'v1beta', { body: {} } as Parameters<
          typeof buildRequest<'media.upload'>
        >[2]),
      { reason: 'missingParameter' },
    );
  });

  it('refuses what the table does not have', () => {
    assert.throws(
      () =>
        buildRequest('models.generateContent', 'v1beta3', {
          model: 'models/x',
          body: { contents: [] },
        }),
      { reason: 'unsupportedVersion' },
    );
    const unknown = { name: 'models/x', fields: '*' };
    assert.throws(() => buildRequest('models.get', 'v1', unknown), { reason: 'unknownParameter' });
    const noBody = { model: 'models/x' } as unknown as Parameters<
      typeof buildRequest<'models.countTokens'>
    >[2];
    assert.throws(() => buildRequest('models.countTokens', 'v1', noBody), {
      reason: 'missingParameter',
    });
    assert.throws(() => buildRequest('models.get', 'v1', { name: 'models/../x' }), {
      reason: 'badName',
    });
  });
});
