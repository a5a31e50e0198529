import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { coverage, settingsTable } from '../../../src/catalog/readmeTables';
import { settingNames } from '../../../src/catalog/settings';

const text = coverage();

describe('the operations on the page of the client', () => {
  it('are on the page as they are generated', () => {
    assert.ok(readFileSync('src/api/README.md', 'utf8').includes(`\n\n${text}\n\n`));
  });
});

describe('the settings of the guide', () => {
  it('are in the guide as they are generated, a line each', () => {
    const lines = settingsTable();
    assert.ok(readFileSync('.github/GUIDE.md', 'utf8').includes(`\n\n${lines}\n\n`));
    for (const name of settingNames()) {
      assert.equal(lines.split(`| \`generativeLanguage.${name}\` `).length, 2, name);
    }
  });
});
