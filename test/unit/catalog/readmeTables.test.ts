import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operationIds, sessions } from '../../../src/api/operations';
import { coverage, settingsTable } from '../../../src/catalog/readmeTables';
import { settingNames } from '../../../src/catalog/settings';
import { OPERATION_COUNTS, OPERATIONS } from '../api/operationCounts';
import { VERSIONS } from '../../../src/api/versions';

const text = coverage();

/** The cells of an operation's line. */
function lineOf(id: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.startsWith(`| \`${id}\` `));
  assert.equal(lines.length, 1, id);
  return (lines[0] ?? '')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('the operations on the page of the client', () => {
  it('are on the page as they are generated', () => {
    assert.ok(readFileSync('src/api/README.md', 'utf8').includes(`\n\n${text}\n\n`));
  });

  it('counts every operation in each of its versions', () => {
    const counts = VERSIONS.map((one) => `${OPERATION_COUNTS.current[one]} in ${one}`);
    assert.equal(
      text.split('\n', 1)[0],
      `The client has ${OPERATIONS} API methods, counted per version: ${counts.join(', ')}.`,
    );
  });

  it('has a line for every operation, and no other', () => {
    for (const id of operationIds()) assert.equal(lineOf(id).length, 8);
    const lines = text.split('\n').filter((line) => line.startsWith('| `'));
    assert.equal(lines.length, operationIds().length + Object.keys(sessions).length);
    const counted = [...text.matchAll(/<summary>[\w ]+ \((\d+)\)/g)].map((match) =>
      Number(match[1]),
    );
    assert.equal(
      counted.reduce((sum, count) => sum + count, 0),
      lines.length,
    );
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
