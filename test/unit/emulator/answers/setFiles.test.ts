import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';
import { EMPTY_RULES, MockRegistry } from '../../../../src/emulator/answers';
import { checkMocks, setMockFiles } from '../../../../src/emulator/answers/control';
import { faultProblem } from '../../../../src/emulator/faultKinds';
import { bytesOf, start, uploadFile } from '../upload/uploading';
import { errorOf, useEmulator } from '../wire';
import { Scripted } from './scripted';
import { folderForEach } from '../../../fakes/folder';

describe('emulator: files of rules that the control API names', () => {
  const folder = folderForEach();

  const write = (name: string, text: string): string => {
    writeFileSync(join(folder(), name), text);
    return join(folder(), name);
  };
  const rule = (text: string): string => JSON.stringify({ mocks: [{ response: { text } }] });
  const texts = (book: MockRegistry): readonly unknown[] =>
    book.rules.map(({ rule: { response } }) => typeof response === 'object' && response.text);

  it('take the place of all rules, in their order', () => {
    const book = new MockRegistry(EMPTY_RULES);
    const [one, other] = [write('a.jsonc', rule('One.')), write('b.jsonc', rule('Other.'))];
    assert.deepEqual(setMockFiles(book, [one], false, faultProblem), { problems: [], count: 1 });
    assert.deepEqual(setMockFiles(book, [other, one], false, faultProblem), {
      problems: [],
      count: 2,
    });
    assert.deepEqual(texts(book), ['Other.', 'One.']);
    assert.deepEqual(
      book.rules.map(({ label }) => label),
      ['b.jsonc:1', 'a.jsonc:1'],
    );
    setMockFiles(book, [], false, faultProblem);
    assert.deepEqual(texts(book), []);
  });

  it('are checked as a text that is not on disk, with the faults and the files beside them', () => {
    const file = join(folder(), 'a.jsonc');
    const problems = (text: string): readonly string[] => {
      const found = checkMocks(file, text, faultProblem).problems as readonly {
        readonly line: number;
        readonly column: number;
        readonly length: number;
        readonly message: string;
      }[];
      return found.map(
        ({ line, column, length, message }) => `${line}:${column}+${length} ${message}`,
      );
    };
    assert.deepEqual(problems(rule('One.')), []);
    assert.match(
      problems('{"mocks":[{"response":{"fault":"nonsense"}}]}')[0] ?? '',
      /^1:32\+10 kind must be one of /,
    );
    const named = '{"mocks":[{"response":{"file":"answer.json"}}]}';
    assert.match(problems(named)[0] ?? '', /^1:31\+13 The file answer\.json doesn’t exist in .*/);
    write('answer.json', '{}');
    assert.deepEqual(problems(named), []);
    assert.match(problems('{ "mocks": [ }')[0] ?? '', /^1:14\+1 Invalid JSON: value expected\./);
  });
});

const BYTES = bytesOf(1000);
const OPERATION = 'media.upload';

describe('emulator: rules that answer uploads', () => {
  const emulator = useEmulator();
  const by = async (...rules: readonly JsonObject[]): Promise<Scripted> =>
    await Scripted.with(emulator(), rules);

  it('refuse before any byte, by what is said of the file, and then let it through', async () => {
    const on = await by({
      when: { operation: OPERATION, body: { '$.file.displayName': { contains: 'secret' } } },
      responses: [{ error: 'PERMISSION_DENIED', message: 'Not this one.' }, 'generate'],
    });
    const file = { displayName: 'A secret plan' };
    const refused = await start(on.emulator, { file });
    assert.equal(refused.status, 403);
    assert.equal(errorOf(refused).message, 'Not this one.');
    assert.equal(refused.headers['x-goog-upload-url'], undefined);
    assert.equal((await uploadFile(on.emulator, BYTES, { file })).displayName, 'A secret plan');
    assert.equal((await uploadFile(on.emulator, BYTES)).sizeBytes, '1000');
  });
});
