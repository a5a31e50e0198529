import assert from 'node:assert/strict';
import { documentText } from '../../../../src/resources/documents/documentText';
import type { ResourceRef } from '../../../../src/catalog/ref';

const SECRET = 'Bearer canary-of-a-header';
const TOOL = { type: 'mcp_server', name: 's', url: 'https://s.example' };

const textOf = (kind: ResourceRef['kind'], resource: object): string =>
  documentText({ ...resource }, 'json', {
    connection: 'c',
    version: 'v1beta',
    kind,
    name: `${kind}s/x`,
  });

describe('the text of a document', () => {
  it('has no secrets that an interaction or an agent repeats', () => {
    const tools = [{ ...TOOL, headers: { Authorization: SECRET } }];
    for (const kind of ['interaction', 'agent'] as const) {
      const text = textOf(kind, { id: 'x', tools });
      assert.ok(!text.includes('canary'), text);
      const shown = JSON.parse(text) as { readonly tools: readonly object[] };
      assert.deepEqual(shown.tools, [{ ...TOOL, headers: '[redacted]' }]);
    }
  });

  it('is as it came where it can be saved', () => {
    const resource = { name: 'corpora/x', displayName: 'headers' };
    assert.equal(textOf('corpus', resource), `${JSON.stringify(resource, undefined, 2)}\n`);
  });
});
