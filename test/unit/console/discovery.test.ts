import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { VERSIONS, type Version } from '../../../src/api/versions';
import { discoveryDifferences, openDiscovery } from '../../../src/console/discovery';
import { documentOutline, tableOutline } from '../../../src/console/serviceOutline';
import { json, useEmulator } from '../emulator/wire';
import { clientOf, openConsole, WORK, type Exchange } from './sending';

describe('discovery documents', () => {
  const emulator = useEmulator();

  const fetched = (version: Version): Promise<JsonObject> =>
    json(emulator(), `/$discovery/rest?version=${version}`);

  /** The differences from the table after a document was changed. */
  async function after(change: (text: string) => string, version: Version = 'v1beta') {
    const before = JSON.stringify(await fetched(version));
    const changed = change(before);
    assert.notEqual(changed, before);
    const document = documentOutline(JSON.parse(changed) as JsonObject);
    return discoveryDifferences(document, tableOutline(version));
  }

  // What v1alpha alone has is too little to tell.
  for (const version of VERSIONS.filter((one) => one !== 'v1alpha')) {
    it(`differ in nothing from the table of ${version} where they were made of it`, async () => {
      const document = documentOutline(await fetched(version));
      const differences = discoveryDifferences(document, tableOutline(version));
      assert.deepEqual(differences, {
        methods: { document: [], table: [] },
        changed: [],
        messages: { document: [], table: [] },
        fields: { document: [], table: [] },
        values: { document: [], table: [] },
      });
      assert.ok(document.methods.size > 10);
      assert.ok(
        [...document.messages.values()].some((fields) => [...fields.values()].some(Boolean)),
      );
    });
  }

  it('have methods that the table lacks, and lack those that it has', async () => {
    const { methods } = await after((text) =>
      text.replace('"generativelanguage.models.get"', '"generativelanguage.models.fetch"'),
    );
    assert.deepEqual(methods, { document: ['models.fetch'], table: ['models.get'] });
  });

  it('have another verb, path or query parameter', async () => {
    const { changed } = await after((text) =>
      text
        .replace('"httpMethod":"PATCH"', '"httpMethod":"PUT"')
        .replace('{+model}:countTokens', '{+model}:count')
        .replaceAll('"pattern":"^files/[^/]+$"', '"pattern":"^documents/[^/]+$"')
        .replace('"pageSize":', '"size":'),
    );
    const kinds = [
      /: PUT .* ≠ PATCH /,
      /\*:count ≠ .*\*:countTokens/,
      /documents\/\* ≠ .*files\/\*/,
    ];
    for (const kind of [...kinds, /: \?size ≠ –/, /: – ≠ \?pageSize/]) {
      assert.ok(
        changed.some((line) => kind.test(line)),
        `${String(kind)} in ${changed.join('\n')}`,
      );
    }
  });

  it('have other messages, fields and values of enumerations', async () => {
    const differences = await after((text) =>
      text
        .replace('"Corpus":{"id":"Corpus"', '"Library":{"id":"Library"')
        .replace('"baseModelId":', '"base":')
        .replaceAll('"STOP"', '"HALT"')
        .replaceAll('"AUDIO"', '"SOUND"'),
    );
    assert.deepEqual(differences.messages, { document: ['Library'], table: ['Corpus'] });
    assert.deepEqual(differences.fields, {
      document: ['Model.base'],
      table: ['Model.baseModelId'],
    });
    assert.ok(differences.values.document.includes('Candidate.finishReason: HALT'));
    assert.ok(differences.values.table.includes('Candidate.finishReason: STOP'));
    const inList = 'GenerationConfig.responseModalities: SOUND';
    assert.ok(differences.values.document.includes(inList));
  });
});

describe('opening the discovery document', () => {
  const emulator = useEmulator();

  it('shows it as it is, and what differs beside it', async () => {
    const client = await clientOf(emulator());
    const { parts, prompts, documents, setConnections } = openConsole(client);
    prompts.answer('v1');
    await openDiscovery(parts);
    await client.close();
    assert.deepEqual(prompts.asked[0]?.choices, VERSIONS);
    const [document = '', differences = ''] = documents.texts;
    assert.equal((JSON.parse(document) as JsonObject).id, 'generativelanguage:v1');
    assert.match(document, /^\{\n {2}"kind"/);
    assert.match(differences, /^# Discovery document of v1 on “Work”/);
    assert.match(differences, /, compared with this extension\n[^]*\n\nNo differences\.\n$/);
    let changes = 0;
    documents.shown[1]?.text.onDidChange?.(() => (changes += 1));
    setConnections([{ ...WORK, name: 'Home' }]);
    assert.match(documents.texts[1] ?? '', /^# Discovery document of v1 on “Home”/);
    assert.equal(changes, 1);
  });

  /** An endpoint that answers this. */
  function endpoint(status: number, body: string) {
    const exchange: Exchange = () =>
      Promise.resolve({ status, headers: {}, body: [Buffer.from(body)] as never });
    const console = openConsole({
      exchange: (request, options = {}) => exchange(request, options),
    });
    console.prompts.answer('v1beta');
    return console;
  }

  it('says what came in its place', async () => {
    const cases = [
      [404, '<html>', 'noDiscovery'],
      [200, '<html>', 'notDiscovery'],
      [200, '{"models":[]}', 'notDiscovery'],
    ] as const;
    for (const [status, body, reason] of cases) {
      const { parts, documents } = endpoint(status, body);
      await assert.rejects(openDiscovery(parts), { reason });
      assert.equal(documents.shown.length, 0);
    }
  });
});
