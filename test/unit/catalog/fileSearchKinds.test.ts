import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { resourceVerbs } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import { scheduleText } from '../../../src/catalog/kinds/trigger';
import type { Text } from '../../../src/catalog/text';

const shown = (text: Text | undefined) => text && localizedText(text);
const store = kindRow('fileSearchStore');
const NAME = 'fileSearchStores/harbour-3k8w1z6q0xnd';

describe('file search stores as rows', () => {
  it('say what needs a look first, then how many documents there are, and their size', () => {
    const full = {
      name: NAME,
      displayName: 'Harbour',
      activeDocumentsCount: '12',
      pendingDocumentsCount: '2',
      failedDocumentsCount: '1',
      sizeBytes: '1234567',
    };
    assert.equal(store.label(full), 'Harbour');
    assert.equal(shown(store.description(full)), '2 pending · 1 failed · 15 documents · 1.2 MB');
    assert.match(shown(store.spoken(full)) ?? '', /^2 pending, 1 failed, 15 documents, 1.2 mega/);
    assert.equal(store.condition?.(full), 'busy');
    assert.equal(shown(store.badge?.(full)?.spoken), 'has failed documents');
    assert.equal(store.contents?.(full), 15);
  });

  it('believe no numbers that a stranger makes up', () => {
    const odd = {
      name: NAME,
      activeDocumentsCount: 'many',
      sizeBytes: '-5',
      failedDocumentsCount: 3,
    };
    assert.equal(shown(store.description(odd)), 'empty');
  });
});

describe('schedules in words', () => {
  for (const [schedule, words] of [
    ['* * * * *', 'every minute'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['30 */6 * * *', 'every 6 hours, 30 min past the hour'],
    ['5 9 * * *', 'daily at 09:05'],
    ['0 9 * * 1-5', 'on weekdays at 09:00'],
    ['0 17 * * sun', 'on Sundays at 17:00'],
    ['0 0 1 * *', 'monthly on day 1 at 00:00'],
    // What would take too many words is told as it is.
    ['0 9 * 1 *', '0 9 * 1 *'],
    ['0,30 9 * * *', '0,30 9 * * *'],
    ['at noon', 'at noon'],
    ['61 9 * * *', '61 9 * * *'],
  ] as const) {
    it(`say ${schedule} as ${words}`, () => assert.equal(shown(scheduleText(schedule)), words));
  }
});

describe('triggers', () => {
  const row = kindRow('trigger');
  const report = {
    id: 't1',
    display_name: 'Tides',
    status: 'active',
    schedule: '0 9 * * *',
    next_run_time: '2026-11-24T09:00:00Z',
  };

  it('can be run always, paused while they are active, and resumed otherwise', () => {
    const verbs = (status: string) =>
      resourceVerbs('trigger', 'v1beta', { ...report, status }).filter((verb) =>
        /Trigger$/.test(verb),
      );
    assert.deepEqual(verbs('active'), ['runTrigger', 'pauseTrigger']);
    assert.deepEqual(verbs('paused'), ['runTrigger', 'resumeTrigger']);
    assert.deepEqual(verbs('error'), ['runTrigger', 'resumeTrigger']);
  });

  it('are refused with a schedule or a zone that is none', () => {
    const paths = (schedule: string, zone: string) =>
      row.problems?.({ schedule, time_zone: zone }).map(({ path }) => path);
    assert.deepEqual(paths('0 9 * * 1-5', 'Europe/Rome'), []);
    assert.deepEqual(paths('0 9 * *', 'Europe/Atlantis'), [['schedule'], ['time_zone']]);
  });

  it('have runs with a state and a duration, and the interaction that they began', () => {
    const runs = kindRow('triggerExecution');
    const run = {
      id: 'r1',
      status: 'completed',
      interaction_id: 'v1_x',
      start_time: '2026-11-20T09:00:00Z',
      end_time: '2026-11-20T09:02:05Z',
    };
    assert.equal(shown(runs.description(run)), 'completed · 2 min 5 s');
    assert.match(runs.label(run), /^2026-11-20 /);
    assert.ok(resourceVerbs('triggerExecution', 'v1beta', run).includes('openRunInteraction'));
    const skipped = { id: 'r2', status: 'skipped', scheduled_time: '2026-11-20T09:00:00Z' };
    assert.ok(!resourceVerbs('triggerExecution', 'v1beta', skipped).includes('openRunInteraction'));
    assert.equal(runs.condition?.({ status: 'timed_out' }), 'failed');
  });
});
