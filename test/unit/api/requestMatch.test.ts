import assert from 'node:assert/strict';
import { operationIds, operationRow, sessions, versionsOf } from '../../../src/api/operations';
import { discoveryRequest, downloadRequest, rawRequest } from '../../../src/api/request';
import { type ClaimedRequest, requestMismatch } from '../../../src/api/requestMatch';
import { templateVariables } from '../../../src/api/names';

const STORE = '/v1beta/fileSearchStores/mine';
const ASK = '/v1beta/models/x:generateContent';

/** As a recording has it. */
const claim = (
  operation: string,
  method: string,
  path: string,
  query: ClaimedRequest['query'] = {},
): ClaimedRequest => ({ operation, method, path, query });

describe('a request that claims to be of an operation', () => {
  it('is every request that the client makes, in every version', () => {
    for (const operation of operationIds()) {
      const row = operationRow(operation);
      const path = Object.fromEntries(
        templateVariables(row.path).map(({ name, pattern }) => [
          name,
          pattern.replace(/\*+/g, 'a'),
        ]),
      );
      const query = Object.fromEntries(Object.keys(row.query ?? {}).map((name) => [name, 'x']));
      for (const version of versionsOf(row)) {
        const { query: _query, ...plain } = rawRequest({ operation, version, path, query: {} });
        assert.equal(requestMismatch({ ...plain, query: {} }), undefined, operation);
      }
      const [version = 'v1beta'] = versionsOf(row);
      const request = rawRequest({ operation, version, path, query });
      const { field, found } = requestMismatch(request) ?? {};
      // Some parameters are of other versions.
      if (field !== undefined)
        assert.ok(row.query?.[found ?? '']?.versions, `${operation} ${found}`);
    }
  });

  for (const [what, request] of [
    ['the description of the service', discoveryRequest('v1')],
    ['a download', downloadRequest('files/a', 'v1beta')],
    [
      'a download by its own path',
      claim('files.download', 'GET', '/download/v1beta/files/a:download', { alt: 'media' }),
    ],
    [
      'a chat in OpenAI’s form',
      claim('openai.chat.completions', 'POST', '/v1beta/openai/chat/completions'),
    ],
    [
      'the names of parameters that SDKs write',
      claim('models.list', 'GET', '/v1beta/models', { page_size: ['5'], $alt: ['json'] }),
    ],
    ...Object.entries(sessions).map(
      ([operation, { path }]) =>
        [
          operation,
          claim(operation, 'GET', `/ws/google.ai.generativelanguage.v1beta.${path}`),
        ] as const,
    ),
  ] as const) {
    it(`is ${what}`, () => {
      assert.equal(requestMismatch(request), undefined);
    });
  }

  for (const [what, request, field] of [
    ['another method', claim('models.get', 'DELETE', STORE, { force: ['true'] }), 'method'],
    ['another resource', claim('models.get', 'GET', STORE), 'path'],
    [
      'a way out of its path',
      claim('models.get', 'GET', '/v1beta/models/../fileSearchStores/x'),
      'path',
    ],
    [
      'a query in its path',
      claim('fileSearchStores.delete', 'DELETE', `${STORE}?force=true`),
      'path',
    ],
    ['an upload that is none', claim('models.generateContent', 'POST', `/upload${ASK}`), 'version'],
    ['the control of the emulator', claim('models.list', 'GET', '/$emulator/reset'), 'version'],
    [
      'another version',
      claim('fileSearchStores.list', 'GET', '/v1beta3/fileSearchStores'),
      'version',
    ],
    [
      'a parameter of another operation',
      claim('models.get', 'GET', '/v1beta/models/x', { force: ['true'] }),
      'query',
    ],
    [
      'a method in a parameter',
      claim('models.generateContent', 'POST', ASK, { $httpMethod: ['DELETE'] }),
      'query',
    ],
    [
      'a credential of somebody',
      claim('models.get', 'GET', '/v1beta/models/x', { key: ['k'] }),
      'query',
    ],
    ['no operation', claim('other', 'POST', ASK), 'operation'],
    [
      'a session that is posted',
      claim(
        'live.bidiGenerateContent',
        'POST',
        '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
      ),
      'method',
    ],
  ] as const) {
    it(`is not one with ${what}`, () => {
      assert.equal(requestMismatch(request)?.field, field);
    });
  }
});
