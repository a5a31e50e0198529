import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { planTests } from '../../src/testing/host/plannedTest';
import { TestRows } from '../../src/testing/host/testRows';

const FILE = 'file:///tests/many.prompt.json';

/** A case with twenty models, twenty settings and two repeats. */
const TEXT = JSON.stringify({
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text: 'Hello' }],
  cases: [{ name: 'kites', repeat: 2, expect: [] }],
  matrix: {
    models: Array.from({ length: 20 }, (_, at) => `models/m${at}`),
    settings: Array.from({ length: 20 }, (_, at) => ({ name: `s${at}` })),
  },
});

describe('rows of tests', () => {
  it('are made as far as they are shown or run, and stay while their file is read again', async () => {
    const controller = vscode.tests.createTestController('rows', 'Rows');
    const rows = new TestRows(controller);
    let made = 0;
    const create = controller.createTestItem;
    controller.createTestItem = (...args) => {
      made += 1;
      return create.apply(controller, args);
    };
    const files = {
      read: async () => TEXT,
      open: () => assert.fail('No other file is named.'),
      resolve: async () => undefined,
    };
    const onProblem = ({ message }: { readonly message: string }): void => assert.fail(message);
    const show = async (): Promise<void> => {
      const groups = await planTests(FILE, { files, onProblem });
      await rows.show(FILE, groups, []);
    };
    try {
      rows.showFile(FILE, true, []);
      const file = controller.items.get(FILE) ?? assert.fail();
      assert.deepEqual([file.canResolveChildren, file.children.size, made], [true, 0, 1]);
      await show();
      const [, row] = [...file.children][0] ?? assert.fail();
      assert.deepEqual([row.label, row.canResolveChildren, row.children.size], ['kites', true, 0]);
      assert.equal(made, 2);
      await rows.resolve(row);
      assert.deepEqual([row.children.size, made], [400, 402]);
      const [, variant] = [...row.children][0] ?? assert.fail();
      assert.deepEqual([variant.label, variant.children.size], ['m0 · s0', 0]);
      const { cases } = await rows.chosen([variant]);
      assert.deepEqual([cases.length, variant.children.size, made], [1, 2, 404]);
      await show();
      assert.equal([...row.children][0]?.[1], variant);
      assert.equal((await rows.chosen([file])).cases.length, 400);
      assert.equal((await rows.chosen([file], [variant])).cases.length, 399);
    } finally {
      controller.dispose();
    }
  });
});
