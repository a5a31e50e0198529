import assert from 'node:assert/strict';
import { FileCompletion } from '../../../../../src/playground/webview/dock/fileSuggestions';
import { FakeClock } from '../../../../fakes/clock';
import { settled } from '../../../../fakes/settle';

type Context = ConstructorParameters<typeof FileCompletion>[0];

const ROW = { kind: 'file', uri: 'file:///src/twice.ts', label: 'twice.ts', description: 'src' };
const LINES = { kind: 'symbol', uri: ROW.uri, label: 'twice', lines: { first: 3, last: 5 } };

describe('the completion of files in the composer', () => {
  let clock: FakeClock;
  let asked: unknown[];
  let queries: string[];
  let answer: () => Promise<unknown>;
  let completion: FileCompletion;

  beforeEach(() => {
    clock = new FakeClock();
    asked = [];
    queries = [];
    answer = async () => [ROW, LINES];
    const context = {
      ask: async (name: string, input: unknown) => Boolean(asked.push([name, input])),
      call: async (_name: string, { query }: { readonly query: string }) => {
        queries.push(query);
        return await answer();
      },
    };
    completion = new FileCompletion(context as unknown as Context, clock);
  });

  async function type(text: string, cursor = text.length): Promise<void> {
    completion.update(text, cursor);
    await settled(clock.advance(1000));
  }

  const WORDS: readonly (readonly [text: string, query: string | undefined])[] = [
    ['#', ''],
    ['Explain #tw', 'tw'],
    ['Explain\n#src/tw', 'src/tw'],
    ['# Title', undefined],
    ['C#', undefined],
    ['##', undefined],
  ];
  for (const [text, query] of WORDS) {
    it(`${query === undefined ? 'ignores' : 'completes'} ${JSON.stringify(text)}`, async () => {
      await type(text);
      assert.deepEqual(queries, query === undefined ? [] : [query]);
      assert.equal(completion.rows.value.length, query === undefined ? 0 : 2);
    });
  }

  it('attaches the active row, and replaces the word with its name', async () => {
    await type('Explain #tw now', 11);
    completion.move(-1);
    assert.deepEqual(completion.choose(), { start: 8, end: 11, text: 'twice ' });
    const { uri, lines } = LINES;
    assert.deepEqual(asked, [['addReference', { uri, kind: 'file', lines }]]);
    assert.deepEqual(completion.rows.value, []);
    assert.equal(completion.choose(), undefined);
  });

  it('stays closed for a word that it was closed for', async () => {
    await type('#t');
    completion.dismiss();
    await type('#tw');
    assert.deepEqual(completion.rows.value, []);
    await type('#tw #h');
    assert.equal(completion.rows.value.length, 2);
  });

  it('says why there is nothing, and ignores late answers', async () => {
    answer = () => Promise.reject(new Error('Trust the workspace.'));
    await type('#t');
    assert.equal(completion.problem.value, 'Trust the workspace.');
    const late = Promise.withResolvers<unknown>();
    answer = () => late.promise;
    await type('#tw');
    completion.close();
    await settled(late.resolve([ROW]));
    assert.deepEqual([completion.rows.value, completion.problem.value], [[], undefined]);
  });
});
