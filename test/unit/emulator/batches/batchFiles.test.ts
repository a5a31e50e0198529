import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { user } from '../asking';
import { hashOf } from '../upload/uploading';
import { ask, generate, json, useEmulator } from '../wire';
import { Batches, HOUR, SECOND, stateOf } from './batchRequests';

function line(text: string, key: string): string {
  return JSON.stringify({ key, request: { contents: [user(text)] } });
}

describe('emulator: batches of files', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const batches = new Batches(emulator);

  it('give their answers as a file, in the order asked, with a response or an error by key', async () => {
    const made = await batches.fromFile([
      line('Ebbe „nachts“ 🪁', 'eins'),
      '{"key":"two","request":{"contents":[{"role":"captain","parts":[{"text":"x"}]}]}}',
      '',
      '{"key":3,"request":{"contents":[{"parts":[{"text":"x"}]}],"generation_config":{"top_j":1}}}',
      line('Last', 'four'),
    ]);
    const { fileName } = made.metadata.inputConfig ?? {};
    assert.match(fileName ?? '', /^files\//);
    assert.deepEqual(stateOf(made), ['PENDING', '4', '4', '-', '-']);
    // The file is not needed any more.
    await ask(emulator(), `/v1beta/${fileName}`, { method: 'DELETE' });
    clock.advance(HOUR);
    const ended = await batches.get(made.name);
    assert.deepEqual(stateOf(ended), ['SUCCEEDED', '4', '-', '2', '2']);
    const responsesFile = `files/batch-${made.name.slice('batches/'.length)}`;
    assert.deepEqual(ended.metadata.output, { responsesFile });
    assert.equal(ended.response?.responsesFile, responsesFile);
    const lines = await batches.download(responsesFile);
    assert.deepEqual(
      lines.map(({ key, error }) => [key, (error as JsonObject | undefined)?.code]),
      [
        ['eins', undefined],
        ['two', 3],
        [3, 3],
        ['four', undefined],
      ],
    );
    assert.match(
      (lines[2]?.error as { readonly message: string }).message,
      /Unknown name "top_j" at 'generation_config'/,
    );
    assert.deepEqual(lines[0]?.response, await generate(emulator(), 'Ebbe „nachts“ 🪁'));

    const file = await json(emulator(), `/v1beta/${responsesFile}`);
    const text = (await ask(emulator(), `/v1/${responsesFile}:download?alt=media`)).text;
    assert.deepEqual(
      [file.source, file.state, file.sizeBytes, file.sha256Hash],
      ['GENERATED', 'ACTIVE', String(Buffer.byteLength(text)), hashOf(Buffer.from(text))],
    );
    assert.equal(file.createTime, ended.metadata.endTime);
    clock.advance(48 * HOUR);
    assert.equal((await ask(emulator(), `/v1beta/${responsesFile}`)).status, 403);
    assert.equal(
      (await ask(emulator(), `/v1beta/${responsesFile}:download?alt=media`)).status,
      403,
    );
  });

  it('fail as a whole at a line that is none, and for a file without lines', async () => {
    const lines = [line('One', '1'), line('Two', '2'), '{"key":1,', line('No', '4')];
    const made = await batches.fromFile(lines);
    clock.advance(HOUR);
    const failed = await batches.get(made.name);
    assert.deepEqual(stateOf(failed), ['FAILED', '4', '2', '2', '-']);
    assert.deepEqual(
      [failed.error?.code, failed.error?.message],
      [3, 'Line 3 of the input file is not a JSON object with a request.'],
    );
    assert.equal(failed.metadata.output, undefined);
    const empty = await batches.fromFile(['', '  ']);
    clock.advance(2 * SECOND);
    assert.deepEqual(
      stateOf(await batches.get(empty.name)),
      ['FAILED', '-', '-', '-', '-'].with(1, '0'),
    );
  });
});
