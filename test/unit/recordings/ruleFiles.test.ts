import assert from 'node:assert/strict';
import { firstRules } from '../../../src/recordings/rules';
import { DEFAULT_RULES } from '../../../src/recordings/rules';

/** The fields that are ignored, by files of which some are there. */
async function ignored(
  files: readonly string[],
  there: { readonly [file: string]: string },
): Promise<readonly string[]> {
  const rules = await firstRules(files, async (file) => {
    const { [file]: text } = there;
    if (text === undefined) throw new Error(`There is no ${file}.`);
    return Buffer.from(text);
  });
  return rules.fields;
}

describe('how the requests of a recording are compared', () => {
  const files = ['beside', 'of the project'];
  const rules = (field: string): string => JSON.stringify({ ignoreFields: [field] });

  it('is as the file beside it says, and without one as that of its project', async () => {
    const there = { beside: rules('seed'), 'of the project': rules('topK') };
    assert.deepEqual(await ignored(files, there), ['seed']);
    assert.deepEqual(await ignored(files, { 'of the project': rules('topK') }), ['topK']);
  });

  it('is as always where no file says, and is not as one says that has no rules', async () => {
    assert.equal(await firstRules<string>([], assert.fail), DEFAULT_RULES);
    assert.deepEqual(await ignored(files, {}), []);
    for (const beside of ['{', '[]', '{"name": "package"}', '{"ignoreFields": [1]}']) {
      const there = { beside, 'of the project': rules('topK') };
      assert.deepEqual(await ignored(files, there), ['topK'], beside);
      assert.deepEqual(await ignored(files, { beside }), [], beside);
    }
  });
});
