import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { DocumentForm } from '../../../../src/catalog/documents';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { DocumentError } from '../../../../src/resources/documents/documentText';
import { saveResource } from '../../../../src/resources/documents/saveResource';
import { createCalls } from '../../../../src/service/calls';
import { ResourceStore } from '../../../../src/service/resourceStore';
import { FakeClients } from '../../../fakes/client';
import { FakePrompts } from '../../../fakes/prompts';

const ref: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'document',
  name: 'corpora/a/documents/b',
};
const base = {
  name: ref.name,
  displayName: 'Before',
  customMetadata: [{ key: 'year', numericValue: 2022 }],
  createTime: '2026-01-01T00:00:00Z',
  updateTime: '2026-01-02T00:00:00Z',
};

interface Setting {
  readonly read?: JsonObject;
  /** What the service has when it is saved. */
  readonly there?: JsonObject;
  readonly answers?: readonly (string | undefined)[];
  readonly of?: ResourceRef;
  readonly form?: DocumentForm;
  readonly isByHand?: boolean;
}

function setUp({ read = base, there = read, answers = [], ...setting }: Setting = {}) {
  const { of = ref, form = 'json', isByHand = true } = setting;
  let now = there;
  const clients = new FakeClients(({ id, input }) => {
    if (id.endsWith('.patch')) now = { ...now, ...(input.body as JsonObject), updateTime: 'later' };
    return now;
  });
  const calls = createCalls(clients);
  const prompts = new FakePrompts(...answers);
  const store = new ResourceStore(calls);
  const compared: JsonObject[] = [];
  const save = async (text: string) =>
    await saveResource(
      { calls, store, prompts },
      {
        ref: of,
        form,
        base: read,
        text,
        isByHand,
        compare: async (theirs) => void compared.push(theirs),
      },
    );
  return {
    clients,
    prompts,
    compared,
    store,
    save,
    edit: (change: JsonObject) => save(JSON.stringify({ ...read, ...change })),
    patches: () => clients.calls.filter(({ id }) => id.endsWith('.patch')),
  };
}

/** What a document is refused for, with the places. */
async function refusals(work: Promise<unknown>) {
  const error = await work.then(
    () => assert.fail('Saved It.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof DocumentError, String(error));
  return error.problems.map(({ message, path }) => [path.join('.'), message]);
}

describe('saving a resource', () => {
  it('sends what was changed, and nothing else', async () => {
    const { edit, patches } = setUp();
    const { fields, resource } = await edit({ displayName: 'After' });
    assert.deepEqual(fields, ['displayName']);
    assert.equal(resource.updateTime, 'later');
    assert.deepEqual(
      patches().map(({ input, version }) => ({ ...input, version })),
      [
        {
          'document.name': ref.name,
          updateMask: 'displayName',
          body: { displayName: 'After' },
          version: 'v1beta',
        },
      ],
    );
  });

  it('refuses what is beyond the published limits before anything is asked or sent', async () => {
    const { edit, patches } = setUp();
    const values = Array.from({ length: 11 }, String);
    assert.deepEqual(await refusals(edit({ displayName: 'x'.repeat(513) })), [
      ['displayName', '“displayName” must have at most 512 characters, and has 513.'],
    ]);
    const customMetadata = [{ key: 'k', stringListValue: { values } }];
    assert.deepEqual(await refusals(edit({ customMetadata })), [
      [
        'customMetadata.0.stringListValue.values',
        '“values” must have at most 10 entries, and has 11.',
      ],
    ]);
    assert.deepEqual(patches(), []);
  });

  it('clears what was taken out', async () => {
    const { save, patches } = setUp();
    const { displayName: _, ...rest } = base;
    await save(JSON.stringify(rest));
    assert.deepEqual(patches()[0]?.input.body, {});
    assert.equal(patches()[0]?.input.updateMask, 'displayName');
  });

  it('asks nobody where nothing was changed', async () => {
    const { save, clients } = setUp();
    const reordered = Object.fromEntries(Object.entries(base).reverse());
    const { fields } = await save(JSON.stringify(reordered));
    assert.deepEqual([fields, clients.calls], [[], []]);
  });

  it('refuses what the service would not take, before anything is sent', async () => {
    const { edit, clients } = setUp();
    const change = { name: 'corpora/a/documents/c', colour: 'red' };
    assert.deepEqual(await refusals(edit(change)), [
      ['name', '“name” can’t be changed. Editable fields: displayName, customMetadata.'],
      ['colour', '“colour” is not a field of Document in v1beta.'],
    ]);
    assert.deepEqual(clients.calls, []);
  });

  it('says where a value is wrong, in the words of the service', async () => {
    const { edit } = setUp();
    const customMetadata = [{ key: 'a' }, { stringValue: 'x' }, { key: 'b', numericvalue: 1 }];
    assert.deepEqual(await refusals(edit({ customMetadata })), [
      [
        'customMetadata.2.numericvalue',
        'Invalid JSON payload received. Unknown name "numericvalue" at ' +
          "'custom_metadata[2]': Cannot find field.",
      ],
    ]);
    assert.deepEqual(await refusals(edit({ customMetadata: [{ stringValue: 'x' }] })), [
      ['customMetadata.0.key', 'Document.custom_metadata[0].key: key is not specified'],
    ]);
  });

  it('refuses what is no JSON object', async () => {
    const { save } = setUp();
    assert.match(String(await refusals(save('{'))), /Invalid JSON in the request file\./);
    assert.match(
      String(await refusals(save('[]'))),
      /The request file must contain a JSON object\./,
    );
  });

  it('replaces the text of a chunk by a plain text', async () => {
    const read = { name: 'corpora/a/documents/b/chunks/c', data: { stringValue: 'Old' } };
    const of = { ...ref, kind: 'chunk', name: read.name } as const;
    const { save, patches } = setUp({ read, of, form: 'txt' });
    await save('New {"text"}');
    assert.equal(patches()[0]?.input.updateMask, 'data');
    assert.deepEqual(patches()[0]?.input.body, { data: { stringValue: 'New {"text"}' } });
  });

  describe('that somebody else has changed', () => {
    const there = { ...base, displayName: 'Theirs', updateTime: '2026-01-03T00:00:00Z' };

    it('asks, with what was changed on both sides', async () => {
      const { edit, prompts } = setUp({ there, answers: ['Overwrite'] });
      await edit({ customMetadata: [] });
      const [question] = prompts.asked;
      assert.match(
        question?.text ?? '',
        /The document “Theirs” was changed on the server since you opened it\./,
      );
      assert.deepEqual(question?.choices, ['Compare', 'Overwrite', 'Reload']);
    });

    it('gives up what was changed here to reload', async () => {
      const { edit, patches } = setUp({ there, answers: ['Reload'] });
      assert.deepEqual(await edit({ displayName: 'Mine' }), { resource: there, fields: [] });
      assert.deepEqual(patches(), []);
    });

    it('compares, and is not saved', async () => {
      const { edit, compared, patches } = setUp({ there, answers: ['Compare'] });
      await assert.rejects(edit({ displayName: 'Mine' }), { reason: 'conflict' });
      assert.deepEqual([compared, patches()], [[there], []]);
    });

    it('is not saved, and nobody asked, where VS Code saves by itself', async () => {
      const { edit, prompts, patches } = setUp({ there, isByHand: false });
      await assert.rejects(edit({ displayName: 'Mine' }), { reason: 'conflict' });
      assert.deepEqual([prompts.asked, patches()], [[], []]);
    });
  });
});
