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
      `The client has ${OPERATIONS} operations, counted in each version: ${counts.join(', ')}.`,
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

  it('says what each row says', () => {
    assert.deepEqual(lineOf('models.streamGenerateContent').slice(1), [
      'v1beta, v1',
      'stable',
      'Generate an answer and receive it piece by piece',
      'POST',
      'API key',
      'reads, streams',
      'repeated',
    ]);
    assert.deepEqual(lineOf('tunedModels.create').slice(4), [
      'POST',
      'API key (account)',
      'writes, goes on',
      'told',
    ]);
    assert.deepEqual(lineOf('corpora.delete').slice(4), [
      'DELETE',
      'account',
      'dangerous',
      'repeated',
    ]);
    assert.equal(lineOf('models.generateAnswer')[5], 'API key; account with `semanticRetriever`');
    assert.equal(lineOf('cachedContents.get')[2], 'stable; v1 unconfirmed');
    assert.equal(
      lineOf('models.embedText')[2],
      'deprecated: models.embedContent; v1beta3 unsupported: models.embedContent',
    );
    assert.equal(lineOf('models.list')[6], 'reads, pages');
    assert.equal(lineOf('media.upload')[6], 'writes, uploads');
  });
});

describe('the settings of the README', () => {
  it('are in the README as they are generated, a line each', () => {
    const lines = settingsTable();
    assert.ok(readFileSync('README.md', 'utf8').includes(`\n\n${lines}\n\n`));
    for (const name of settingNames()) {
      assert.equal(lines.split(`| \`generativeLanguage.${name}\` `).length, 2, name);
    }
  });
});
