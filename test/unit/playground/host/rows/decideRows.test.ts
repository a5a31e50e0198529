import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../../src/api/errors/decode';
import type { JsonObject } from '../../../../../src/api/schema/row';
import { errorMessage } from '../../../../../src/base/errors';
import { decideRows } from '../../../../../src/playground/host/rows/decideRows';
import { FakeLocalFiles } from '../../../../fakes/localFiles';
import { settled } from '../../../../fakes/settle';
import { FakeSheets } from '../../../../fakes/sheets';
import { World, type TestSession } from '../../../conversation/world';

const MODEL = 'models/gemini-decision-1';
const QUESTIONS: JsonObject = {
  broken: { type: 'noul', instructions: 'Is it broken?' },
  desk: { type: 'choice', instructions: 'Who?', criteria: { carrier: '', other: '' } },
  draft: { type: 'noul', instructions: '' },
};
const ANSWERS: JsonObject = {
  broken: { type: 'noul', noul: 0.93, confidence: 0.93 },
  desk: { type: 'choice', choice: 'carrier', confidence: 0.61 },
};
const USAGE = { total_tokens: 1000, total_input_tokens: 1000, total_output_tokens: 0 };
const CSV = 'id,text\n7,The lamp flickers\n8,\n9,"It arrived, wet"\n';

const refused = (status: number, word: string): Error =>
  decodeErrorBody(status, JSON.stringify({ error: { code: status, status: word, message: word } }));

type Answer = (text: string, signal: AbortSignal) => Promise<JsonObject>;

describe('decisions about the rows of a file', () => {
  let world: World;
  let session: TestSession;
  let sheets: FakeSheets;
  let localFiles: FakeLocalFiles;
  let reported: string[];
  let sent: JsonObject[];
  let answer: Answer;

  beforeEach(async () => {
    world = new World();
    [sheets, localFiles, reported, sent] = [new FakeSheets(), new FakeLocalFiles(), [], []];
    answer = async () => ({ answers: ANSWERS, usage: USAGE });
    Object.assign(world.client, {
      call: async (id: string, input: JsonObject, options: { signal: AbortSignal }) => {
        assert.equal(id, 'decisions.create');
        const body = input.body as JsonObject;
        sent.push(body);
        const [block] = body.input as readonly JsonObject[];
        return await answer(block?.text as string, options.signal);
      },
    });
    const settings = { requests: { decision: { questions: QUESTIONS } } };
    session = await world.open({ model: MODEL, settings, mode: 'decision' });
  });

  async function decide(text = CSV, column: string | null = 'text'): Promise<void> {
    localFiles.sources.push({ name: 'mails.csv', text });
    world.prompts.answer(column ?? undefined);
    const { activity, prompts, services } = world;
    const report = (error: unknown): void => void reported.push(errorMessage(error));
    const parts = { activity, prompts, services, localFiles, report };
    await settled(decideRows({ ...parts, sheets: async () => sheets }, session));
  }
  const titles = (): readonly string[] =>
    sheets.last.block('buttons').buttons.map(({ title }) => title);

  it('are one request per row, with the row’s text as input', async () => {
    await decide();
    assert.deepEqual(sent, [
      {
        model: 'gemini-decision-1',
        input: [{ type: 'text', text: 'The lamp flickers' }],
        questions: { broken: QUESTIONS.broken, desk: QUESTIONS.desk },
      },
      { ...sent[0], input: [{ type: 'text', text: 'It arrived, wet' }] },
    ]);
    assert.equal(session.conversation.turns.length, 0);
  });

  it('are shown in a table with answers and confidence, and cost', async () => {
    await decide();
    assert.deepEqual(sheets.last.table, [
      ['2', 'The lamp flickers', 'Yes', '93%', 'carrier', '61%', ''],
      ['3', '', '', '', '', '', 'The input is empty.'],
      ['4', 'It arrived, wet', 'Yes', '93%', 'carrier', '61%', ''],
    ]);
    assert.equal(
      sheets.last.texts[1],
      '2 of 3 rows decided · 1 failed · 2,000 tokens · $0.00020 (estimate)',
    );
    assert.deepEqual(titles(), ['Export as CSV…']);
  });

  it('are exported as CSV, with the columns of the file', async () => {
    await decide();
    await sheets.last.act('csv');
    assert.equal(
      localFiles.written.get('mails.decisions.csv'),
      [
        'id,text,broken,broken_confidence,desk,desk_confidence,error',
        '7,The lamp flickers,0.93,0.93,carrier,0.61,',
        '8,,,,,,The input is empty.',
        '9,"It arrived, wet",0.93,0.93,carrier,0.61,',
        '',
      ].join('\r\n'),
    );
  });

  it('are up to four requests at a time, and stop when cancelled, until they are continued', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `row ${at}`);
    let answerFirst: ((answer: JsonObject) => void) | undefined;
    answer = (text, signal) =>
      new Promise((resolve, reject) => {
        if (text === 'row 0') answerFirst = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    await decide(['text', ...rows].join('\n'));
    assert.equal(sent.length, 4);
    assert.deepEqual(titles(), ['Cancel']);
    await settled(answerFirst?.({ answers: ANSWERS, usage: USAGE }));
    await settled(sheets.last.act('cancel'));
    assert.deepEqual(titles(), ['Export as CSV…', 'Decide Remaining Rows']);
    answer = async () => ({ answers: ANSWERS, usage: USAGE });
    sent.length = 0;
    await settled(sheets.last.act('continue'));
    assert.equal(sent.length, 8);
    assert.equal(sheets.last.table.length, 9);
    assert.deepEqual(titles(), ['Export as CSV…']);
  });

  it('go on after a row that is rejected or blocked, and not without quota', async () => {
    const rows = ['good', 'bad', 'blocked', 'fine', 'late', 'later'];
    answer = async (text) => {
      if (text === 'bad') throw refused(400, 'INVALID_ARGUMENT');
      if (text === 'late') throw refused(429, 'RESOURCE_EXHAUSTED');
      if (text === 'blocked') return { prompt_feedback: { block_reason: 'safety' } };
      return { answers: ANSWERS };
    };
    await decide(['text', ...rows].join('\n'));
    const table = sheets.last.table.map((cells) => [cells[1], cells.at(-1)]);
    assert.deepEqual(table.slice(0, 4), [
      ['good', ''],
      ['bad', 'INVALID_ARGUMENT'],
      ['blocked', 'The input was blocked: safety.'],
      ['fine', ''],
    ]);
    assert.equal(reported.length, 1);
    assert.ok(titles().includes('Decide Remaining Rows'));
  });

  it('stop at once if the first response is a rejection', async () => {
    answer = () => Promise.reject(refused(400, 'INVALID_ARGUMENT'));
    await decide(['text', ...Array.from({ length: 50 }, (_, at) => `row ${at}`)].join('\n'));
    assert.ok(sent.length <= 4, `${sent.length}`);
    assert.equal(reported.length, 1);
  });

  it('need a file, a column, and not too many rows', async () => {
    await decide(CSV, null);
    assert.equal(sheets.opened.length, 0);
    const rows = Array.from({ length: 10_001 }, (_, at) => `row ${at}`);
    await assert.rejects(decide(['text', ...rows].join('\n')), /more than 10,000 rows/);
  });
});
