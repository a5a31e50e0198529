import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { requirePeer } from '../bench/peers.mjs';
import { importTypeScript } from '../harness/importTypeScript.mjs';

/** What stands in a path, in a query or in the SDK alone; and what of tuned models the service never had. */
const ELSEWHERE = [
  'operationName',
  'pageSize',
  'pageToken',
  'config',
  'models_url',
  'force',
  'file_search_store_name',
  'defaultCheckpointId',
  'preTunedModel',
];

describe('the names of fields that @google/genai sends', () => {
  it('are those of our messages', async () => {
    const { messages } = await importTypeScript('src/api/schema/messages.ts');
    const rows = /** @type {{ fields?: object }[]} */ (Object.values(messages));
    const known = new Set(rows.flatMap(({ fields = {} }) => Object.keys(fields)));
    const code = readFileSync(requirePeer.resolve('@google/genai'), 'utf8');
    // It has a function for each message of the service, which writes field by field.
    const functions = code.matchAll(/^function \w+ToMldev\(([^]*?)^\}/gm);
    const sent = [...functions].flatMap(([text]) =>
      [...text.matchAll(/setValueByPath\(\w+, \[([^\]]*)\]/g)].flatMap(([, path = '']) =>
        [...path.matchAll(/'(\w+)(?:\[\])?'/g)].map(([, name = '']) => name),
      ),
    );
    assert.ok(sent.length > 200, String(sent.length));
    const unknown = new Set(sent.filter((name) => !known.has(name) && !name.startsWith('_')));
    assert.deepEqual([...unknown].sort(), [...ELSEWHERE].sort());
  });
});
