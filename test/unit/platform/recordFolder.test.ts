import assert from 'node:assert/strict';
import { RecordFolder } from '../../../src/platform/recordFolder';
import { number, object, text } from '../../../src/webview/shape';
import { FakeFiles } from '../../fakes/files';
import { FakeLog } from '../../fakes/log';

const SHAPE = object({ title: text(10), at: number(0, 1e9) });
const first = { title: 'Kites', at: 1 };
const second = { title: 'Boats', at: 2 };

describe('a folder of records', () => {
  let files: FakeFiles;
  let log: FakeLog;

  beforeEach(() => {
    files = new FakeFiles();
    log = new FakeLog();
  });

  const open = () =>
    new RecordFolder(files, log, {
      label: 'room: the record',
      parse: (value) => SHAPE.parse(value),
      timeOf: ({ at }) => at,
    });
  const ids = async () => (await open().list()).map(([id]) => id);

  it('has what each window wrote, the latest first', async () => {
    await Promise.all([open().write('a', first), open().write('b', second)]);
    assert.equal(files.files.get('a.json'), '{"title":"Kites","at":1}\n');
    assert.deepEqual(await open().list(), [
      ['b', second],
      ['a', first],
    ]);
    assert.deepEqual(await open().list((id) => id === 'a'), [['a', first]]);
    assert.deepEqual(await open().read('a'), first);
    assert.deepEqual([await open().remove('a'), await open().remove('a')], [true, false]);
    assert.equal(await open().read('a'), undefined);
  });

  it('reads neither temporary files nor those of others', async () => {
    for (const name of ['.a.json.0123.tmp', '.hidden.json', 'a.window', 'a.jsonl']) {
      files.files.set(name, '{');
    }
    assert.deepEqual([await ids(), files.files.size, log.lines], [[], 4, []]);
  });

  for (const source of ['', '{"title":"Kites",', '{"title":5,"at":1}', 'null', '<html>']) {
    it(`sets ${JSON.stringify(source)} aside, never deletes it, and logs it once`, async () => {
      await open().write('good', second);
      files.files.set('bad.json', source);
      assert.deepEqual(await ids(), ['good']);
      assert.deepEqual(await ids(), ['good']);
      const kept = [...files.files].find(([name]) => /^bad\.corrupt-\d+T\d+Z\.json$/.test(name));
      assert.equal(kept?.[1], source);
      assert.equal(log.lines.length, 1);
      assert.deepEqual(await open().load('bad'), { kind: 'absent' });
    });
  }

  it('keeps the latest up to a number, and drops what is over', async () => {
    await open().write('a', first);
    await open().write('b', second);
    assert.deepEqual(await open().trim(2), []);
    assert.deepEqual(await open().trim(1), [first]);
    assert.deepEqual(await open().trim(1, ({ at }) => at < 3), [second]);
  });
});
