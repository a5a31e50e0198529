import assert from 'node:assert/strict';
import { exchangeActions, ownUses, programUses } from '../../../src/traffic/exchangeUses';
import { entry, generate, recordingOf } from './entries';
import { program } from './programs';

describe('what an exchange can be used for', () => {
  const recording = recordingOf({
    request: generate,
    sent: '{"contents":[]}',
    received: ['data: {"candidates":[]}\n\n'],
  });
  const asked = entry({ name: 'models.streamGenerateContent', recording });

  const commands = (uses: Parameters<typeof exchangeActions>[1], isTrusted = true) =>
    exchangeActions(7, uses, isTrusted).map(({ command }) => command.split('.').at(-1));

  it('is a test case where it asked a model, and a recording where it can be repeated', () => {
    assert.deepEqual(ownUses(asked), ['recorded', 'asksModel', 'savable']);
    assert.deepEqual(commands(ownUses(asked)), ['saveExchangeCase', 'saveRecording']);
    assert.deepEqual(ownUses(entry()), []);
    assert.deepEqual(ownUses(entry({ name: 'models.generateContent' })), []);
  });

  it('is the same for what a program asked', () => {
    const uses = programUses(program({ operation: 'models.generateContent' }));
    assert.deepEqual(uses, ['copyable', 'asksModel', 'savable']);
    assert.deepEqual(programUses(program({ operation: 'models.list' })), ['copyable', 'savable']);
  });

  it('is nothing before a request of a program has ended', () => {
    const { answeredBy: _by, status: _status, wire: _wire, ...asked } = program();
    for (const progress of ['running', 'lost'] as const) {
      assert.deepEqual(programUses({ ...asked, progress }), []);
    }
  });

  it('is compared with the nearest recording where none has answered, and becomes a rule', () => {
    const nearest = '0001-models.list-1f2e3d4c.json';
    const missed = { operation: 'models.list', status: 404, answeredBy: 'miss' } as const;
    const uses = programUses(program({ ...missed, nearest }));
    assert.deepEqual(uses, ['copyable', 'missed', 'nearest']);
    const compared = ['compareWithNearest', 'showNearest'];
    assert.deepEqual(commands(uses), [...compared, 'makeMissedRule']);
    assert.deepEqual(commands(uses, false), compared);
    assert.deepEqual(programUses(program(missed)), ['copyable', 'missed']);
    // Such as a live session, whose words are not kept.
    const { wire: _wire, ...unkept } = program(missed);
    assert.deepEqual(programUses(unkept), []);
    assert.deepEqual(programUses(program({ nearest, status: 200, operation: 'models.list' })), [
      'copyable',
      'savable',
    ]);
  });

  it('names the exchange in each button, and writes no case in a workspace that is not trusted', () => {
    for (const { arguments: named } of exchangeActions(7, ownUses(asked), true)) {
      assert.deepEqual(named, [{ exchange: 7 }]);
    }
    assert.deepEqual(commands(ownUses(asked), false), ['saveRecording']);
  });
});
