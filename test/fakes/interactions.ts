import { Emitter } from '../../src/base/event';
import { InteractionFiles } from '../../src/service/localInteractions';
import type {
  InteractionRecord,
  Interactions,
  InteractionUpdate,
} from '../../src/service/interactions';
import { FakeClock } from './clock';
import { FakeFiles } from './files';
import { FakeLog } from './log';

/** Interactions that are noted in memory, and what was told of them. Two with the same files are two windows. */
export function interactionsIn(files = new FakeFiles(), clock = new FakeClock()) {
  const log = new FakeLog();
  const changed = new Emitter<InteractionUpdate>();
  const told: InteractionUpdate[] = [];
  changed.event((one) => void told.push(one));
  const kept = new InteractionFiles({ files, clock, log, tell: (one) => changed.fire(one) });
  const interactions: Interactions = {
    begin: (record) => kept.begin(record),
    change: (of, change) => kept.change(of, change),
    forget: (of) => kept.forget(of),
    find: (of) => kept.find(of),
    list: (connection) => kept.list(connection),
    onDidChange: changed.event,
  };
  return { interactions, files, clock, log, told };
}

/** One of the connection `c1`, begun as the clock of tests begins. */
export function interactionRecord(over: Partial<InteractionRecord> = {}): InteractionRecord {
  return {
    connection: 'c1',
    id: 'v1_a',
    version: 'v1beta',
    title: 'A haiku',
    model: 'gemini-3.8-flash',
    created: '2026-01-31T12:00:00Z',
    ...over,
  };
}
