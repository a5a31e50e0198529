import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly withoutChapters: (text: string, titles: readonly string[]) => string;
}

const README =
  '# Name\n\n## Use it\n\nSo.\n\n## Develop\n\n### Build it\n\nx\n\n## License\n\nMIT\n';

describe('the README in the package', () => {
  let withoutChapters: Scripts['withoutChapters'];
  before(async () => {
    const { href } = pathToFileURL(resolve('test/harness/packageFolder.mjs'));
    ({ withoutChapters } = (await import(href)) as Scripts);
  });

  it('has not the chapters that only concern the sources', () => {
    const left = withoutChapters(README, ['Develop']);
    assert.equal(left, '# Name\n\n## Use it\n\nSo.\n\n## License\n\nMIT\n');
  });

  it('is not made where such a chapter is gone', () => {
    assert.throws(() => withoutChapters(README, ['Contribute']), /has not each of the chapters/);
  });

  it('is not made where another chapter refers to one, or to a part of one', () => {
    for (const anchor of ['#develop', '#build-it']) {
      const text = README.replace('So.', `[So](${anchor}).`);
      assert.throws(() => withoutChapters(text, ['Develop']), /refers to/);
    }
  });
});
