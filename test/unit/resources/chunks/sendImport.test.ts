import assert from 'node:assert/strict';
import { objectAt, textAt } from '../../../../src/base/json';
import type { ImportPlan } from '../../../../src/resources/chunks/checkSource';
import { type ImportWork, sendImport } from '../../../../src/resources/chunks/sendImport';
import { refusal } from '../memoryService';
import { DOCUMENT, refTo, teaRoom, teaService } from '../removing';

const lines = Array.from({ length: 950 }, (_, index) => JSON.stringify({ text: `Row ${index}` }));
const bytes = Buffer.from(lines.join('\n'), 'utf8');
const plan: ImportPlan = {
  source: {
    ...{ name: 'rows.jsonl', size: bytes.length },
    async *read() {
      yield await Promise.resolve(Uint8Array.from(bytes));
    },
  },
  format: { kind: 'jsonl' },
  mapping: { text: 'text', metadata: [] },
};

describe('importing the rest', () => {
  it('makes each row once, also where a try ends before it comes to new rows', async () => {
    const { room, service } = teaRoom(teaService(0));
    const attempt = async (work: ImportWork) =>
      await sendImport(room, refTo(DOCUMENT), 'Green tea', work);
    let batches = 0;
    const endAfter = (count: number) => {
      batches = 0;
      service.before = ({ id }) => {
        if (id.endsWith('.batchCreate') && ++batches > count) throw refusal(401, 'UNAUTHENTICATED');
      };
    };
    endAfter(1);
    let { left } = await attempt({ plan, rest: [], skip: 0 });
    // Again and again: nothing, a part of the rest, nothing.
    for (const count of [0, 1, 0]) {
      endAfter(count);
      assert.ok(left);
      ({ left } = await attempt(left));
    }
    service.before = () => undefined;
    assert.ok(left);
    ({ left } = await attempt(left));
    assert.equal(left, undefined);
    const texts = service
      .names(`${DOCUMENT}/chunks/`)
      .map((name) => textAt(objectAt(service.resources.get(name) ?? {}, 'data'), 'stringValue'));
    assert.equal(texts.length, 950);
    assert.equal(new Set(texts).size, 950);
  });

  it('hands on the name of the document as it is: who draws it escapes it', async () => {
    const { room, activity } = teaRoom(teaService(0));
    await sendImport(room, refTo(DOCUMENT), 'Tea $(zap)', { plan, rest: [], skip: 0 });
    assert.equal(activity.last?.title, 'Creating chunks in Tea $(zap)');
    assert.equal(activity.last.conclusion, 'Created 950 chunks in Tea $(zap)');
  });

  it('begins with all rows of the rest that a try did not come to', async () => {
    const { room, service } = teaRoom(teaService(0));
    const rest = Array.from({ length: 700 }, (_, index) => ({
      ...{ line: index, id: `r${index}` },
      chunk: { data: { stringValue: `Rest ${index}` } },
    }));
    service.before = ({ id }) => {
      if (id.endsWith('.batchCreate')) throw refusal(401, 'UNAUTHENTICATED');
    };
    const { left } = await sendImport(room, refTo(DOCUMENT), 'Green tea', {
      plan,
      rest,
      skip: 950,
    });
    const ids = new Set(left?.rest.map(({ id }) => id));
    assert.equal(ids.size, 700);
    assert.equal(left?.skip, 950);
  });
});
