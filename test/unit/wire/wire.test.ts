import assert from 'node:assert/strict';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import { examples } from './examples';
import { LiteralServer } from './literalServer';

describe('on the wire', () => {
  let server: LiteralServer | undefined;

  before(async () => {
    server = await LiteralServer.start();
  });
  after(() => server?.close());

  for (const example of examples) {
    it(example.name, () => example.run(server ?? assert.fail('The server did not start.')));
  }

  it('every operation has an example in each of its versions', () => {
    const rows = operationIds().flatMap((id) =>
      versionsOf(operationRow(id)).map((version) => `${id} in ${version}`),
    );
    assert.deepEqual([...new Set(examples.map(({ name }) => name))].sort(), rows.sort());
  });
});
