import type { Message } from '../../api/schema/infer';
import { listRecords, nameIn } from '../records';
import type { Stored } from '../state';
import { argumentOf, triggersIn } from '../triggers';
import type { World } from '../world';
import { nextDue, readSchedule } from './cron';

export type Trigger = Message<'triggers.Trigger'>;
export type Execution = Message<'triggers.TriggerExecution'>;

const SECOND_MS = 1000;
/** Seconds that a run takes where its input does not say `[[processing:90]]`. */
const RUN_SECONDS = 20;
/** Runs that are made up for at once: the clock of an emulator can be moved by years. */
const MOST_RUNS = 100;

export const DEFAULT_FAILURES = 5;
export const DEFAULT_TIMEOUT = 600;

/** What is known of a trigger and not shown. */
export interface TriggerHidden {
  /** Milliseconds since 1970: runs that were due up to then are done. */
  readonly doneTo: number;
}

/** How a run ends, decided when it begins and seen as time goes by. */
interface ExecutionHidden {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly end: Pick<Execution, 'error' | 'status'>;
}

/** A trigger as it is now: what was due in between has run. */
export function caughtUp(world: World, stored: Stored): Stored {
  const now = world.time.now();
  let trigger = stored.resource as Trigger;
  let { doneTo } = stored.hidden as unknown as TriggerHidden;
  const schedule = readSchedule(trigger.schedule ?? '');
  const zone = trigger.time_zone ?? 'UTC';
  for (let runs = 0; trigger.status === 'active' && runs < MOST_RUNS; runs++) {
    const due = nextDue(schedule, zone, doneTo);
    if (due === undefined || due > now) break;
    trigger = settled(world, stored.name, trigger, due);
    doneTo = due;
    if (trigger.status === 'active') {
      trigger = { ...trigger, ...begun(world, stored.name, trigger, due, true).change };
    }
  }
  trigger = settled(world, stored.name, trigger, now);
  doneTo = Math.max(doneTo, now);
  const next = trigger.status === 'active' ? nextDue(schedule, zone, doneTo) : undefined;
  const { next_run_time: _before, ...rest } = trigger;
  const resource = {
    ...rest,
    ...(next !== undefined && { next_run_time: world.time.stamp(next) }),
  } as Stored['resource'];
  const hidden = { doneTo } satisfies TriggerHidden;
  world.state.update('triggers', stored.name, { resource, hidden });
  return { ...stored, resource, hidden };
}

/** The runs that have ended by a time count; after too many failures in a row the trigger stops. */
function settled(world: World, name: string, trigger: Trigger, now: number): Trigger {
  let changed = trigger;
  for (const run of listRecords(world, 'executions', name)) {
    const { endsAt, end } = run.hidden as unknown as ExecutionHidden;
    if ((run.resource as Execution).status !== 'in_progress' || endsAt > now) continue;
    const resource = { ...run.resource, ...end, end_time: world.time.stamp(endsAt) };
    world.state.update('executions', run.name, { resource });
    const isFailure = end.status !== 'completed';
    const failures = isFailure ? (changed.consecutive_failure_count ?? 0) + 1 : 0;
    changed = { ...changed, consecutive_failure_count: failures };
    if (isFailure && failures >= (changed.max_consecutive_failures ?? DEFAULT_FAILURES)) {
      changed = { ...changed, status: 'error', last_pause_time: world.time.stamp(endsAt) };
    }
  }
  return changed;
}

/**
 * Begins a run. One that is due while the one before it still runs is skipped; one that somebody asks for is not.
 * @param isDue by the schedule.
 */
export function begun(
  world: World,
  name: string,
  trigger: Trigger,
  at: number,
  isDue: boolean,
): { readonly run: Stored; readonly change: Partial<Trigger> } {
  const id = world.ids.random();
  const isBusy = listRecords(world, 'executions', name).some(
    ({ resource }) => (resource as Execution).status === 'in_progress',
  );
  const isSkipped = isDue && isBusy;
  const stamp = world.time.stamp(at);
  const interaction = `v1_${Buffer.from(world.ids.random(24)).toString('base64url')}`;
  const { environment_id: environment } = trigger;
  const resource: Execution = {
    id,
    trigger_id: trigger.id ?? '',
    status: isSkipped ? 'skipped' : 'in_progress',
    scheduled_time: stamp,
    ...(isSkipped ? {} : { start_time: stamp, interaction_id: interaction }),
    ...(environment !== undefined && !isSkipped && { environment_id: environment }),
  };
  const hidden = endOf(trigger, at);
  const run = world.state.insert('executions', {
    ...{ name: nameIn(name, 'executions', id), parent: name },
    resource,
    hidden: hidden as unknown as Stored['hidden'],
  });
  if (!run) throw new Error(`${id} was free and is taken.`);
  return isSkipped
    ? { run, change: {} }
    : { run, change: { last_run_time: stamp, previous_interaction_id: interaction } };
}

/** As its input asks for: `[[fail]]` fails, `[[processing:90]]` takes so many seconds. */
function endOf(
  { interaction, execution_timeout_seconds: most }: Trigger,
  at: number,
): ExecutionHidden {
  const triggers = triggersIn(JSON.stringify(interaction?.input ?? ''));
  const asked = Number(argumentOf(triggers, 'processing') ?? RUN_SECONDS);
  const seconds = Number.isFinite(asked) && asked >= 0 ? asked : RUN_SECONDS;
  const limit = most ?? DEFAULT_TIMEOUT;
  if (seconds > limit) {
    const error = `The execution took longer than ${limit} seconds.`;
    return { endsAt: at + limit * SECOND_MS, end: { status: 'timed_out', error } };
  }
  const fails = argumentOf(triggers, 'fail') !== undefined;
  const error = 'The interaction failed, as its input asks for.';
  return {
    endsAt: at + seconds * SECOND_MS,
    end: fails ? { status: 'failed', error } : { status: 'completed' },
  };
}
