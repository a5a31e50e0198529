import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MockRegistry, modelMatchInput } from '../../../../src/emulator/answers';
import { MockFiles } from '../../../../src/emulator/answers/files';
import { faultProblem } from '../../../../src/emulator/faultKinds';
import { FakeClock } from '../../../fakes/clock';
import { folderForEach } from '../../../fakes/folder';

const rule = (...texts: readonly string[]): string =>
  JSON.stringify({ mocks: [{ responses: texts.map((text) => ({ text })) }] });

describe('emulator: files of rules that change', () => {
  const clock = new FakeClock();
  const folder = folderForEach();
  let told: string[];
  /** Takes the name of what has changed in a folder. */
  let changed: Map<string, (name: string) => void>;
  let watched: string[];

  beforeEach(() => {
    [told, changed, watched] = [[], new Map(), []];
  });

  const write = (name: string, text: string): string => {
    const file = join(folder(), name);
    writeFileSync(file, text);
    for (const change of changed.values()) change(name);
    return file;
  };
  const open = (path: string, mayCome = false): MockFiles =>
    new MockFiles([path], {
      faultProblem,
      clock,
      mayCome,
      tell: (line: string) => void told.push(line),
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
});
