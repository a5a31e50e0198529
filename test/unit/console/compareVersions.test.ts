import assert from 'node:assert/strict';
import type { PlainRequest } from '../../../src/api/request';
import { compareVersions } from '../../../src/console/copyAsCurl';
import { formatRequestFile, type RequestFile } from '../../../src/console/requestFile';
import { useEmulator } from '../emulator/wire';
import { clientOf, openConsole } from './sending';

const GET: RequestFile = {
  operation: 'models.get',
  version: 'v1beta',
  path: { name: 'models/emulator-flash' },
  query: {},
};

function withRequest(client: Parameters<typeof openConsole>[0], file: RequestFile) {
  const console = openConsole(client);
  console.editor.request = { uri: 'untitled:1', text: formatRequestFile(file) };
  return console;
}

describe('comparing versions', () => {
  const emulator = useEmulator();

  it('sends the same request to another version, and compares the bodies', async () => {
    const client = await clientOf(emulator());
    const sent: PlainRequest[] = [];
    const watched = {
      exchange: (...[request, options]: Parameters<typeof client.exchange>) => {
        sent.push(request);
        return client.exchange(request, options);
      },
    };
    const { parts, prompts, documents } = withRequest(watched, GET);
    prompts.answer('v1');
    await compareVersions(parts);
    await client.close();
    assert.deepEqual(prompts.asked[0]?.choices, ['v1', 'v1alpha', 'v1beta3']);
    assert.deepEqual(
      sent.map(({ path }) => path),
      ['/v1beta/models/emulator-flash', '/v1/models/emulator-flash'],
    );
    const [{ left, right, title } = assert.fail()] = documents.compared;
    assert.equal(title, 'models.get: v1beta (200) ↔ v1 (200)');
    assert.equal(left.name, 'models.get (v1beta).jsonc');
    assert.equal(right.name, 'models.get (v1).jsonc');
    for (const side of [left, right]) {
      const model = JSON.parse(side.read()) as { readonly name: string };
      assert.equal(model.name, 'models/emulator-flash');
    }
    assert.equal(documents.shown.length, 0);
  });

  it('refuses what would change things twice, and asks nothing', async () => {
    for (const operation of ['tunedModels.delete', 'tunedModels.patch'] as const) {
      const { parts, prompts } = withRequest(
        { exchange: () => assert.fail() },
        { operation, version: 'v1beta', path: pathOf(operation), query: {} },
      );
      await assert.rejects(compareVersions(parts), { reason: 'notComparable' });
      assert.deepEqual(prompts.asked, []);
    }
  });
});

function pathOf(operation: 'tunedModels.delete' | 'tunedModels.patch') {
  const name = operation === 'tunedModels.patch' ? 'tunedModel.name' : 'name';
  return { [name]: 'tunedModels/x' };
}
