import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockRegistry, modelMatchInput } from '../../../../src/emulator/answers';
import { MockFiles } from '../../../../src/emulator/answers/files';
import { faultProblem } from '../../../../src/emulator/faultKinds';
import { FakeClock } from '../../../fakes/clock';

const rule = (...texts: readonly string[]): string =>
  JSON.stringify({ mocks: [{ responses: texts.map((text) => ({ text })) }] });

describe('emulator: files of rules that change', () => {
  const clock = new FakeClock();
  let folder: string;
  let told: string[];
  /** Takes the name of what has changed in a folder. */
  let changed: Map<string, (name: string) => void>;
  let watched: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-rules-'));
    [told, changed, watched] = [[], new Map(), []];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    for (const change of changed.values()) change(name);
    return file;
  };
  const open = (path: string, mayCome = false): MockFiles =>
    new MockFiles([path], {
      ...{ faultProblem, clock, mayCome, tell: (line: string) => void told.push(line) },
      watch: (place, onChange, isNamedSo) => {
        watched.push(place);
        changed.set(place, (name) => {
          if (isNamedSo(name)) onChange();
        });
        return { dispose: () => changed.delete(place) };
      },
    });
  /** What is answered next. */
  const next = (book: MockRegistry): unknown => {
    const taken = book.find(modelMatchInput('models.generateContent', 'models/x', {}))?.take();
    return typeof taken?.answer === 'object' ? taken.answer.text : taken?.answer;
  };

  it('are read again once they are written, and keep their counts where they stay the same', () => {
    const file = write('a.mocks.jsonc', rule('a', 'b', 'c'));
    const files = open(file);
    const book = new MockRegistry(files);
    assert.deepEqual([next(book), next(book)], ['a', 'b']);
    write('a.mocks.jsonc', `// The same.\n${rule('a', 'b', 'c')}`);
    clock.advance(50);
    assert.deepEqual([next(book), told], ['c', []]);
    write('a.mocks.jsonc', rule('d', 'e'));
    assert.equal(next(book), 'c', 'what is being written is waited for');
    clock.advance(50);
    assert.equal(next(book), 'd');
    assert.deepEqual(told, ['1 mock loaded again.']);
    files.dispose();
    assert.equal(changed.size, 0);
  });

  it('leave the rules as they were while something is wrong, and say so once', () => {
    const file = write('a.mocks.jsonc', rule('a'));
    const files = open(file);
    const book = new MockRegistry(files);
    for (const text of ['{ "mocks": [', '{ "mocks": [', '{ "mocks": [ { } ] }']) {
      write('a.mocks.jsonc', text);
      clock.advance(50);
      assert.equal(next(book), 'a');
    }
    assert.equal(told.length, 2);
    assert.match(
      told[0] ?? '',
      /a\.mocks\.jsonc:1:13: Invalid JSON: .*\nThe mocks stay as they were\.$/,
    );
    assert.match(
      told[1] ?? '',
      /a\.mocks\.jsonc:1:14: A mock must have either response or responses\./,
    );
    rmSync(file);
    for (const change of changed.values()) change('a.mocks.jsonc');
    clock.advance(50);
    assert.match(told[2] ?? '', /^The file or folder .* doesn’t exist\./);
    write('a.mocks.jsonc', rule('b'));
    clock.advance(50);
    assert.equal(next(book), 'b');
  });

  it('are refused at the start with a line for everything that is wrong', () => {
    const file = write(
      'a.mocks.jsonc',
      '{ "mocks": [\n  { "response": { "txt": "a" } },\n  {}\n] }',
    );
    assert.throws(
      () => open(file),
      /:2:19: Unknown field “txt”.*\n.*:3:3: A mock must have either/,
    );
    assert.throws(() => open(join(folder, 'none')), /The file or folder .* doesn’t exist\./);
  });

  it('tell which of their rules were never used', () => {
    write(
      'a.mocks.jsonc',
      JSON.stringify({
        mocks: [
          { when: { user: 'Hi' }, response: { text: 'a' } },
          { name: 'other', when: { user: 'Ho' }, response: { text: 'b' } },
        ],
      }),
    );
    const files = open(folder);
    const asked = modelMatchInput('models.generateContent', 'models/x', {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    });
    new MockRegistry(files).find(asked)?.take();
    assert.deepEqual(
      files.unused().map(({ rule: { name } }) => name),
      ['other'],
    );
  });
});
