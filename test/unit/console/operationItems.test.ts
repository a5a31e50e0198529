import assert from 'node:assert/strict';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import type { ResourceRef } from '../../../src/catalog/ref';
import { operationItems, type OperationItemsOptions } from '../../../src/console/operationItems';
import { OPERATIONS } from '../api/operationCounts';

function list(options: Partial<OperationItemsOptions> = {}) {
  const given = { preferred: 'v1beta', closed: () => undefined } as const;
  return operationItems({ ...given, ...options });
}

const MODEL: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1',
  kind: 'model',
  name: 'models/x',
};
const TUNED: ResourceRef = {
  ...MODEL,
  version: 'v1beta',
  kind: 'tunedModel',
  name: 'tunedModels/x',
};

describe('list of all operations', () => {
  it('has each operation in each of its versions', () => {
    const shown = list().map(({ value }) => `${value.operation} ${value.version}`);
    const there = operationIds().flatMap((id) =>
      versionsOf(operationRow(id)).map((version) => `${id} ${version}`),
    );
    assert.equal(there.length, OPERATIONS);
    assert.deepEqual([...shown].sort(), [...there].sort());
  });

  it('can be searched by name, path and effect', () => {
    const find = (id: string) => list().find(({ label }) => label === id);
    const stream = find('models.streamGenerateContent');
    assert.equal(stream?.description, 'v1beta · POST models/*:streamGenerateContent');
    assert.equal(
      stream.detail,
      'Generate and stream a response · read · streaming · models.streamGenerateContent v1beta',
    );
  });

  it('says why the credential does not open some, and lists them all the same', () => {
    const rows = list({
      closed: ({ accepts }) => (accepts === 'oauth' ? 'needsAccount' : undefined),
    });
    assert.equal(rows.length, OPERATIONS);
    const marked = rows.filter(({ detail }) => detail?.includes(' · requires an account · '));
    const oauth = rows.filter(({ value }) => operationRow(value.operation).credential === 'oauth');
    assert.deepEqual(marked, oauth);
  });

  it('has for a resource what takes it, with its name filled in', () => {
    const rows = list({ target: MODEL, preferred: 'v1' });
    assert.deepEqual(rows[0]?.value, {
      operation: 'models.get',
      version: 'v1',
      path: { name: 'models/x' },
    });
    const labels = new Set(rows.map(({ label }) => label));
    assert.ok(labels.has('models.generateContent'));
    for (const other of ['models.list', 'tunedModels.generateContent', 'files.list']) {
      assert.ok(!labels.has(other), other);
    }
    assert.ok(rows.every(({ value }) => Object.values(value.path).join() === 'models/x'));
  });

  it('has for a collection what lists it and adds to it', () => {
    const target: ResourceRef = { ...TUNED, name: '', collection: true };
    assert.deepEqual(
      list({ target }).map(({ value }) => [value.operation, value.version, value.path]),
      [
        ['tunedModels.create', 'v1beta', {}],
        ['tunedModels.list', 'v1beta', {}],
        ['tunedModels.create', 'v1', {}],
        ['tunedModels.create', 'v1beta3', {}],
        ['tunedModels.list', 'v1', {}],
        ['tunedModels.list', 'v1beta3', {}],
      ],
    );
  });
});
