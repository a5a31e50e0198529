import assert from 'node:assert/strict';
import { readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../../src/base/clock';
import type { JsonObject } from '../../../src/base/json';
import { callCode, type CodeDeps } from '../../../src/testing/code';
import { CodeConsent, type CodeQuestion } from '../../../src/testing/codeConsent';
import type { PlannedCase } from '../../../src/testing/plan';
import { createTools } from '../../../src/testing/createTools';
import { NodeTestFiles, VerdictFile } from '../../../src/testing/nodeFiles';
import type { Subject } from '../../../src/testing/checks/row';
import type { CaseResult } from '../../../src/testing/result';
import { answerOf, askedText, MODEL, promptText, TestWorld } from './world';
import { until } from '../../fakes/until';
import { folderForEach } from '../../fakes/folder';

const SUBJECT = {
  text: 'A kite',
  calls: [],
  question: 'What?',
  variables: { animal: 'x' },
  request: {},
  answer: { content: { parts: [{ text: 'A kite' }] } },
  durationMs: 5,
} as unknown as Subject;

describe('what checks use besides the answer', () => {
  const folder = folderForEach();

  const uri = (name: string): string => pathToFileURL(join(folder(), name)).href;

  describe('a judge', () => {
    const judge = (text: string): string =>
      JSON.stringify({ format: 1, model: MODEL, messages: [{ role: 'user', text }] });

    /** Runs cases with answers by the words of what is asked. */
    async function run(
      cases: readonly JsonObject[],
      verdict: string,
    ): Promise<{ readonly world: TestWorld; readonly results: readonly CaseResult[] }> {
      const world = new TestWorld((call) => [
        answerOf(askedText(call).startsWith('Judge') ? verdict : 'A kite'),
      ]);
      const deps = await world.deps();
      world.over = {
        tools: createTools({
          ...deps,
          files: new NodeTestFiles(folder()),
          verdicts: new VerdictFile(folder(), '.genlang/verdicts.json'),
          signal: world.controller.signal,
          allowCode: () => Promise.resolve(false),
        }),
      };
      const results = await world.run(promptText({ cases: [...cases] }), {}, uri('a.prompt.json'));
      return { world, results };
    }

    const one = (over: JsonObject = {}): JsonObject => ({
      name: 'x',
      variables: { animal: 'a kite' },
      expect: [{ type: 'judge', prompt: './judge.prompt.json', ...over }],
    });

    it('is asked about the question and the answer, once for all that are alike, and not again', async () => {
      await writeFile(
        join(folder(), 'judge.prompt.json'),
        judge('Judge “{{answer}}” to “{{question}}” about {{animal}}'),
      );
      const cases = [one(), { ...one(), name: 'y' }];
      const verdict = 'So: {"pass": true, "score": 0.8, "reason": "It flies."}';
      const first = await run(cases, verdict);
      assert.deepEqual(
        first.results.map((result) => result.verdict),
        ['pass', 'pass'],
      );
      const [measured] = first.results[0]?.attempts[0]?.checks ?? [];
      assert.deepEqual(
        [measured?.score, measured?.message],
        [0.8, 'The LLM judge accepted the response: It flies.'],
      );
      const asked = first.world.asked.filter((text) => text.startsWith('Judge'));
      assert.deepEqual(asked, ['Judge “A kite” to “Describe a kite” about a kite']);
      const again = await run(cases, 'no verdict');
      assert.deepEqual(
        again.results.map((result) => result.verdict),
        ['pass', 'pass'],
      );
      assert.deepEqual(
        again.world.asked.filter((text) => text.startsWith('Judge')),
        [],
      );
      // As some editors write it.
      const anew = `\ufeff${judge('Judge again: {{answer}}')}`;
      await writeFile(join(folder(), 'judge.prompt.json'), anew);
      const changed = await run(cases, '{"pass": false, "reason": "It fell."}');
      assert.deepEqual(
        changed.results.map((result) => result.verdict),
        ['fail', 'fail'],
      );
      const file = JSON.parse(
        await readFile(join(folder(), '.genlang/verdicts.json'), 'utf8'),
      ) as object;
      assert.equal(Object.keys(file).length, 2);
    });

    it('that can’t be asked, or gives no verdict, measures nothing', async () => {
      const gone = await run([one()], '');
      assert.equal(gone.results[0]?.verdict, 'notMeasured');
      await writeFile(join(folder(), 'judge.prompt.json'), judge('Judge {{answer}} by {{taste}}'));
      const lacking = await run([one()], '{"pass": true}');
      assert.match(
        lacking.results[0]?.attempts[0]?.checks[0]?.message ?? '',
        /no value for “taste”/,
      );
      const given = await run([one({ variables: { taste: 'mine' } })], '{"pass": true}');
      assert.equal(given.results[0]?.verdict, 'pass');
      const reaching = {
        format: 1,
        model: MODEL,
        messages: [{ role: 'user', text: 'Judge' }],
        settings: { requests: { chat: { tools: [{ urlContext: {} }] } } },
      };
      await writeFile(join(folder(), 'judge.prompt.json'), JSON.stringify(reaching));
      const refused = await run([one()], '{"pass": true}');
      assert.match(
        refused.results[0]?.attempts[0]?.checks[0]?.message ?? '',
        /An LLM judge can’t use attachments or tools: “/,
      );
    });
  });

  describe('a function of the workspace', () => {
    const call = async (
      named: string,
      allowCode: CodeDeps['allowCode'] = () => Promise.resolve(true),
    ): Promise<unknown> =>
      await callCode(
        named,
        { ...SUBJECT, uri: uri('a.prompt.json') },
        {
          files: new NodeTestFiles(folder()),
          clock: systemClock,
          signal: new AbortController().signal,
          allowCode,
        },
      );

    it('is called with the answer, in a thread without environment variables', async () => {
      await writeFile(
        join(folder(), 'c.mjs'),
        `import assert from 'node:assert';
         export const seen = ({ text, variables }) => ({ pass: text === 'A kite', message: JSON.stringify([variables, Object.keys(process.env)]) });
         export const later = async () => (await Promise.resolve(), false);
         export const asserts = ({ text }) => assert.equal(text, 'An owl', 'No owl.');`,
      );
      assert.deepEqual(await call('./c.mjs#seen'), { pass: true, message: '[{"animal":"x"},[]]' });
      assert.equal(await call('./c.mjs#later'), false);
      assert.deepEqual(await call('./c.mjs#asserts'), { pass: false, message: 'No owl.' });
    });

    it('does not run without consent, from elsewhere, or through a link that leads there', async () => {
      await writeFile(join(folder(), 'c.mjs'), 'export const f = () => true;');
      await assert.rejects(
        call('./c.mjs#f', () => Promise.resolve(false)),
        { reason: 'noConsent' },
      );
      await assert.rejects(call('../c.mjs#f'), /” is outside the workspace\./);
      await symlink('/etc/hostname', join(folder(), 'link.mjs'));
      await assert.rejects(call('./link.mjs#f'), /” is outside the workspace\./);
    });

    it('is asked about with its file and the functions, and again once the file has changed', async () => {
      const expects = (...names: readonly string[]) => ({
        place: { uri: uri('a.prompt.json') },
        case: { expect: names.map((name) => ({ type: 'code', function: name })) },
      });
      const cases = [expects('./c.mjs#f', './d.mjs#x'), expects('./c.mjs#g', './c.mjs#f')];
      const asked: CodeQuestion[] = [];
      const consent = new CodeConsent(
        cases as unknown as readonly PlannedCase[],
        new NodeTestFiles(folder()),
        (question) => Promise.resolve(asked.push(question) === 1),
      );
      const path = join(folder(), 'c.mjs');
      const write = (value: number) =>
        writeFile(path, `export const f = () => ${value}; export const g = f;`);
      const run = (named: string) => call(named, consent.allows);
      await write(1);
      assert.deepEqual(await Promise.all([run('./c.mjs#f'), run('./c.mjs#g')]), [1, 1]);
      const { atime, mtime } = await stat(path);
      await write(2);
      // What a file is called or when it was written says nothing of its content.
      await utimes(path, atime, mtime);
      await assert.rejects(run('./c.mjs#f'), { reason: 'noConsent' });
      await assert.rejects(run('./c.mjs#g'), { reason: 'noConsent' });
      const file = { uri: pathToFileURL(path).href, functions: ['f', 'g'] };
      assert.deepEqual(asked, [
        { ...file, isChanged: false },
        { ...file, isChanged: true },
      ]);
      await write(1);
      assert.equal(await run('./c.mjs#f'), 1);
    });

    it('ends whatever it does', async () => {
      await writeFile(
        join(folder(), 'c.mjs'),
        `export const throws = () => { throw new Error('Oh.'); };
         export const exits = () => process.exit(0);
         export const none = 1;`,
      );
      await assert.rejects(call('./c.mjs#throws'), /failed: Oh\./);
      await assert.rejects(call('./c.mjs#exits'), /ended without a result\./);
      await assert.rejects(call('./c.mjs#none'), /The module has no function none/);
      await assert.rejects(call('./gone.mjs#f'), /failed: Cannot find module/);
    });

    it('is ended when it takes too long, or when the run is cancelled', async () => {
      await writeFile(join(folder(), 'c.mjs'), 'export const loops = () => { for (;;) {} };');
      const controller = new AbortController();
      const world = new TestWorld(() => []);
      const deps = {
        files: new NodeTestFiles(folder()),
        clock: world.clock,
        signal: controller.signal,
        allowCode: () => Promise.resolve(true),
      };
      const subject = { ...SUBJECT, uri: uri('a.prompt.json') };
      const slow = callCode('./c.mjs#loops', subject, deps);
      await until(() => world.clock.pending > 0);
      world.clock.advance(10_000);
      await assert.rejects(slow, /longer than 10 seconds/);
      const cancelled = callCode('./c.mjs#loops', subject, deps);
      await until(() => world.clock.pending > 0);
      controller.abort();
      await assert.rejects(cancelled, { name: 'CancelledError' });
    });
  });

  it('asks for the vector of a text once', async () => {
    const world = new TestWorld(() => [answerOf('A kite')]);
    world.clients.answer = ({ id, input }) =>
      id === 'models.embedContent' ? { embedding: { values: [1, 2] } } : { name: input.name };
    const deps = await world.deps();
    world.over = {
      tools: createTools({
        ...deps,
        files: new NodeTestFiles(folder()),
        verdicts: new VerdictFile(folder(), 'v.json'),
        signal: world.controller.signal,
        allowCode: () => Promise.resolve(false),
      }),
    };
    const expect = [{ type: 'similar', value: 'An owl', min: 0.9 }];
    const cases = [{ variables: { animal: 'x' }, repeat: 3, expect }];
    const [result] = await world.run(promptText({ cases }));
    assert.equal(result?.verdict, 'pass');
    const texts = world.clients.calls.flatMap(({ id, input }) =>
      id === 'models.embedContent' ? [JSON.stringify(input)] : [],
    );
    assert.deepEqual(texts.map((text) => /"text":"([^"]*)"/.exec(text)?.[1]).sort(), [
      'A kite',
      'An owl',
    ]);
  });
});
