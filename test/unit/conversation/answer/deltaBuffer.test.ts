import assert from 'node:assert/strict';
import { DeltaBuffer, FRAME } from '../../../../src/conversation/answer/answerRun';
import type { PartsDelta } from '../../../../src/conversation/model/protocol';
import { FakeClock } from '../../../fakes/clock';

describe('pieces of text on their way to the panel', () => {
  let clock: FakeClock;
  let sent: { readonly at: number; readonly pieces: PartsDelta['pieces'] }[];
  let buffer: DeltaBuffer;

  beforeEach(() => {
    clock = new FakeClock();
    sent = [];
    buffer = new DeltaBuffer(clock, (pieces) => sent.push({ at: clock.monotonic(), pieces }));
  });

  it('joins what grows the same text of a step, and keeps the order of everything else', () => {
    const clock = new FakeClock();
    const sent: (readonly unknown[])[] = [];
    const buffer = new DeltaBuffer(clock, (_pieces, events) => sent.push(events));
    const text = (index: number, said: string, id: string) => ({
      event_type: 'step.delta',
      event_id: id,
      index,
      delta: { type: 'text', text: said },
    });
    const piece = (json: string) => ({
      event_type: 'step.delta',
      index: 1,
      delta: { type: 'arguments_delta', arguments: json },
    });
    buffer.addEvent(text(0, 'a', 'e1'));
    const stop = { event_type: 'step.stop', index: 0 };
    for (const event of [text(0, 'b', 'e2'), text(0, 'c', 'e3'), stop, piece('{'), piece('}')]) {
      buffer.addEvent(event);
    }
    clock.advance(FRAME);
    assert.deepEqual(sent, [[text(0, 'a', 'e1')], [text(0, 'bc', 'e3'), stop, piece('{}')]]);
    buffer.addEvent(stop);
    buffer.clear();
    clock.advance(FRAME);
    assert.equal(sent.length, 2, 'a snapshot has it');
  });

  it('sends at most one message per frame, and all of the text in order', () => {
    let text = '';
    for (let piece = 0; piece < 20_000; piece++) {
      text += `${piece} `;
      buffer.add(`${piece} `, false);
      if (piece % 20 === 19) clock.advance(1);
    }
    clock.advance(FRAME);
    assert.equal(sent.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join(''), text);
    for (const [index, { at }] of sent.entries()) {
      assert.ok(index === 0 || at - (sent[index - 1]?.at ?? 0) >= FRAME);
    }
    assert.ok(sent.length <= 1 + 1000 / FRAME + 1, `${sent.length} messages in a second`);
    assert.equal(clock.pending, 0);
  });

  it('joins neighbours of one kind, and keeps thoughts apart from the answer', () => {
    buffer.add('first', true);
    for (const [text, thought] of [
      ['a', true],
      ['b', true],
      ['', false],
      ['c', false],
      ['d', true],
    ] as const) {
      buffer.add(text, thought);
    }
    clock.advance(FRAME);
    assert.deepEqual(sent[1]?.pieces, [
      { text: 'ab', thought: true },
      { text: 'c', thought: false },
      { text: 'd', thought: true },
    ]);
  });
});
