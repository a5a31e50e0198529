import assert from 'node:assert/strict';
import { OpenFiles } from '../../../../src/resources/documents/openFiles';
import { FakeClock } from '../../../fakes/clock';

const PATH = '/aaaa1111/v1beta/corpora/a.json';
const early = { updateTime: '2026-01-01T00:00:00Z' };

describe('open files', () => {
  it('have the time of the service, so that an editor kept over a restart can be compared', () => {
    const one = new OpenFiles(new FakeClock()).show(PATH, early, 'x');
    const other = new OpenFiles(new FakeClock()).show(PATH, early, 'x');
    assert.equal(one.mtime, Date.parse(early.updateTime));
    assert.equal(other.mtime, one.mtime);
  });

  it('have what was written until something else is shown', () => {
    const files = new OpenFiles(new FakeClock());
    const { mtime } = files.show(PATH, early, 'x');
    files.wrote(PATH, Buffer.from('y'));
    const written = files.get(PATH);
    assert.ok(written);
    assert.equal(new TextDecoder().decode(written.content), 'y');
    assert.equal(written.resource, early);
    assert.ok(written.mtime > mtime);
  });

  it('are measured against what was saved, while what is shown stays', () => {
    const files = new OpenFiles(new FakeClock());
    files.show(PATH, { ...early, displayName: 'x', role: 'READER' }, 'x');
    files.rebase(PATH, { displayName: 'y' });
    assert.deepEqual(files.get(PATH)?.resource, { ...early, displayName: 'y', role: 'READER' });
  });
});
