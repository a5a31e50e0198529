import assert from 'node:assert/strict';
import { requestLenses } from '../../../src/console/requestLenses';
import { WORK } from './sending';

describe('what stands above a request', () => {
  it('is what can be done with it, and where it goes', () => {
    const lenses = requestLenses({ ...WORK, name: 'My $(bug)' }, false);
    assert.deepEqual(
      lenses.map(({ icon, title, command }) => [icon, title, command]),
      [
        ['play', 'Send Request (Ctrl+Enter)', 'sendRequest'],
        [undefined, 'Copy as cURL', 'copyAsCurl'],
        [undefined, 'Compare Versions…', 'compareVersions'],
        [undefined, 'on My $(bug)', 'switchConnection'],
      ],
    );
  });

  it('names the key of a Mac, and offers a connection where there is none', () => {
    const titles = requestLenses(undefined, true).map(({ title }) => title);
    assert.equal(titles[0], 'Send Request (⌘Enter)');
    assert.equal(titles[3], 'No connection');
  });
});
