import { Cron } from 'croner';
import type { Message } from '../api/schema/infer';
import { parseCron, isTimeZone } from '../base/calendar';
import { isServiceAgent, findAgent } from './managedAgents';
import { singleReply, type Handler, type HandlerRows } from './call';
import { requireEnvironment } from './environments/environments';
import { finishedInteraction, beginInteraction } from './interactions';
import { snakeStatePage, snakePage } from './paging';
import { requireRecord, removeTree, nameIn, listRecords } from './records';
import type { Stored } from './state';
import { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

type NewTrigger = Message<'triggers.TriggerCreateParams'>;
type Change = Message<'triggers.TriggerUpdate'>;

const createTrigger: Handler = (call, world) => {
  const asked = call.body as NewTrigger;
  const { schedule = '', time_zone: zone = '', interaction, environment_id: environment } = asked;
  checkTimes(schedule, zone);
  const { agent = '' } = interaction ?? {};
  if (!isServiceAgent(agent) && !findAgent(world, agent)) {
    throw new StatusError(404, `The agent ${agent} was not found.`);
  }
  if (environment !== undefined) {
    requireEnvironment(world, nameIn('', 'environments', environment));
  }
  checkCount('max_consecutive_failures', asked.max_consecutive_failures);
  checkCount('execution_timeout_seconds', asked.execution_timeout_seconds);
  const id = world.ids.random();
  const now = world.time.stamp();
  const trigger = {
    id,
    status: 'active',
    ...asked,
    consecutive_failure_count: 0,
    create_time: now,
    update_time: now,
  };
  const name = nameIn('', 'triggers', id);
  const stored = world.state.insert('triggers', {
    name,
    parent: '',
    resource: trigger,
    hidden: { doneTo: world.time.now() } satisfies TriggerHidden,
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  world.visibility.created(name);
  return singleReply(catchUpRuns(world, stored).resource);
};

const getTrigger: Handler = (call, world) =>
  singleReply(requireTrigger(world, call.path.name ?? '').resource);

const STATUS_FILTER = /^\s*status\s*[:=]\s*"?(\w+)"?\s*$/;

/** The filter syntax isn't published. The emulator supports only `status = "paused"`. */
const listTriggers: Handler = (call, world) => {
  const { filter = '' } = call.query as { readonly filter?: string };
  const [, status] = STATUS_FILTER.exec(filter) ?? [];
  if (filter.trim() !== '' && status === undefined) {
    throw new StatusError(400, `Invalid value at 'filter': '${filter}' is not understood.`);
  }
  for (const one of listRecords(world, 'triggers', '')) catchUpRuns(world, one);
  const { items, ...next } = snakeStatePage(
    ...([call, world, 'triggers'] as const),
    ({ resource }) => status === undefined || resource.status === status,
  );
  return singleReply({ triggers: items.map(({ resource }) => resource), ...next });
};

/** Updates name or status. Runs missed while paused are skipped. */
const updateTrigger: Handler = (call, world) => {
  const { name, resource } = requireTrigger(world, call.path.name ?? '');
  const { display_name: display, status } = call.body as Change;
  const now = world.time.stamp();
  const before = resource as Trigger;
  const isOther = status !== undefined && status !== before.status;
  const goesOn = { last_resume_time: now, consecutive_failure_count: 0 };
  const changed = {
    ...before,
    ...(display !== undefined && { display_name: display }),
    ...(status !== undefined && { status }),
    ...(isOther && (status === 'active' ? goesOn : { last_pause_time: now })),
    update_time: now,
  };
  world.state.update('triggers', name, { resource: changed });
  return singleReply(requireTrigger(world, name).resource);
};

const deleteTrigger: Handler = (call, world) => {
  removeTree(world, 'triggers', requireTrigger(world, call.path.name ?? '').name);
  return singleReply({});
};

/** Runs a trigger immediately, even if it is paused. */
const runTrigger: Handler = (call, world) => {
  const { name, resource } = requireTrigger(world, call.path.name ?? '');
  const trigger = resource as Trigger;
  const { run, change } = startRun(world, name, trigger, world.time.now(), false);
  const changed = { ...resource, ...change } as Stored['resource'];
  world.state.update('triggers', name, { resource: changed });
  return singleReply(run.resource);
};

const listExecutions: Handler = (call, world) => {
  const { name } = requireTrigger(world, call.path.name ?? '');
  const runs = [...listRecords(world, 'executions', name)].reverse();
  const { items, ...next } = snakePage(call, runs);
  return singleReply({ trigger_executions: items.map(({ resource }) => resource), ...next });
};

function requireTrigger(world: HandlerContext, name: string): Stored {
  return catchUpRuns(world, requireRecord(world, 'triggers', name));
}

function checkTimes(schedule: string, zone: string): void {
  if (!parseCron(schedule)) {
    throw new StatusError(400, `Invalid value at 'schedule': '${schedule}' is no cron expression.`);
  }
  if (!isTimeZone(zone)) {
    throw new StatusError(400, `Invalid value at 'time_zone': '${zone}' is no time zone.`);
  }
}

function checkCount(field: string, value: number | undefined): void {
  if (value === undefined || value >= 1) return;
  throw new StatusError(400, `Invalid value at '${field}': it must be positive.`);
}

type Trigger = Message<'triggers.Trigger'>;
type Execution = Message<'triggers.TriggerExecution'>;

const SECOND_MS = 1000;
/** Maximum number of runs to catch up on, because the clock can be moved by years. */
const MAX_RUNS = 100;

const DEFAULT_FAILURES = 5;
const DEFAULT_TIMEOUT = 600;

interface TriggerHidden {
  /** In ms since 1970. Runs that were due before this time are done. */
  readonly doneTo: number;
}

interface ExecutionHidden {
  /** In ms since 1970. */
  readonly startedAt: number;
  /** Maximum duration in seconds. */
  readonly limit: number;
  readonly refusal?: string;
}

interface End {
  /** In ms since 1970. */
  readonly at: number;
  readonly change: Pick<Execution, 'error' | 'status'>;
}

function catchUpRuns(world: HandlerContext, stored: Stored): Stored {
  const now = world.time.now();
  let trigger = stored.resource as Trigger;
  let { doneTo } = stored.hidden as unknown as TriggerHidden;
  const schedule = new Cron(parseCron(trigger.schedule ?? '') ?? '', {
    mode: '5-part',
    paused: true,
    timezone: trigger.time_zone ?? 'UTC',
  });
  const dueAfter = (at: number): number | undefined => schedule.nextRun(new Date(at))?.getTime();
  for (let runs = 0; trigger.status === 'active' && runs < MAX_RUNS; runs++) {
    const due = dueAfter(doneTo);
    if (due === undefined || due > now) break;
    trigger = applyEndedRuns(world, stored.name, trigger, due);
    doneTo = due;
    if (trigger.status === 'active') {
      trigger = { ...trigger, ...startRun(world, stored.name, trigger, due, true).change };
    }
  }
  trigger = applyEndedRuns(world, stored.name, trigger, now);
  doneTo = Math.max(doneTo, now);
  const next = trigger.status === 'active' ? dueAfter(doneTo) : undefined;
  const { next_run_time: _before, ...rest } = trigger;
  const resource = {
    ...rest,
    ...(next !== undefined && { next_run_time: world.time.stamp(next) }),
  } as Stored['resource'];
  const hidden = { doneTo } satisfies TriggerHidden;
  world.state.update('triggers', stored.name, { resource, hidden });
  return { ...stored, resource, hidden };
}

/** Applies ended runs. Pauses the trigger after too many consecutive failures. */
function applyEndedRuns(
  world: HandlerContext,
  name: string,
  trigger: Trigger,
  now: number,
): Trigger {
  let changed = trigger;
  for (const run of listRecords(world, 'executions', name)) {
    const end = endOf(world, run, now);
    if (!end) continue;
    const resource = { ...run.resource, ...end.change, end_time: world.time.stamp(end.at) };
    world.state.update('executions', run.name, { resource });
    const isFailure = end.change.status !== 'completed';
    const failures = isFailure ? (changed.consecutive_failure_count ?? 0) + 1 : 0;
    changed = { ...changed, consecutive_failure_count: failures };
    if (isFailure && failures >= (changed.max_consecutive_failures ?? DEFAULT_FAILURES)) {
      changed = { ...changed, status: 'error', last_pause_time: world.time.stamp(end.at) };
    }
  }
  return changed;
}

/**
 * Starts a run. Scheduled runs are skipped while another run is active; manual runs aren't.
 * @param isDue whether the run is scheduled
 */
function startRun(
  world: HandlerContext,
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
  const began = isSkipped ? {} : interactionOf(world, trigger, at);
  const { environment_id: environment } = trigger;
  const resource: Execution = {
    id,
    trigger_id: trigger.id ?? '',
    status: isSkipped ? 'skipped' : 'in_progress',
    scheduled_time: stamp,
    ...(!isSkipped && { start_time: stamp }),
    ...(began.id !== undefined && { interaction_id: began.id }),
    ...(environment !== undefined && !isSkipped && { environment_id: environment }),
  };
  const hidden: ExecutionHidden = {
    startedAt: at,
    limit: trigger.execution_timeout_seconds ?? DEFAULT_TIMEOUT,
    ...(began.refusal !== undefined && { refusal: began.refusal }),
  };
  const run = world.state.insert('executions', {
    name: nameIn(name, 'executions', id),
    parent: name,
    resource,
    hidden: hidden as unknown as Stored['hidden'],
  });
  if (!run) throw new Error(`${id} was free and is taken.`);
  if (isSkipped) return { run, change: {} };
  const previous = began.id === undefined ? {} : { previous_interaction_id: began.id };
  return { run, change: { last_run_time: stamp, ...previous } };
}

/** Starts the interaction of a run at its due time, by default in the trigger's environment. */
function interactionOf(
  world: HandlerContext,
  { interaction, environment_id: environment }: Trigger,
  at: number,
): { readonly id?: string; readonly refusal?: string } {
  const asked = { ...(environment !== undefined && { environment }), ...interaction };
  try {
    return { id: beginInteraction(contextAt(world, at), asked) };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { refusal: error.message };
  }
}

/** Returns the end of a run from its interaction. Undefined if running or already ended. */
function endOf(world: HandlerContext, { resource, hidden }: Stored, now: number): End | undefined {
  const { status, interaction_id: id = '' } = resource as Execution;
  if (status !== 'in_progress') return undefined;
  const { startedAt, limit, refusal } = hidden as unknown as ExecutionHidden;
  if (refusal !== undefined) {
    return { at: startedAt, change: { status: 'failed', error: refusal } };
  }
  const latest = startedAt + limit * SECOND_MS;
  // The interaction may have expired since then.
  const ended = finishedInteraction(contextAt(world, Math.min(now, latest)), id);
  if (ended && ended.at <= latest) {
    const { at, error } = ended;
    return {
      at,
      change: error === undefined ? { status: 'completed' } : { status: 'failed', error },
    };
  }
  if (now < latest) return undefined;
  const error = `The execution took longer than ${limit} seconds.`;
  return { at: latest, change: { status: 'timed_out', error } };
}

function contextAt(world: HandlerContext, at: number): HandlerContext {
  return { ...world, time: world.time.at(at) };
}

export const triggerHandlers = {
  'triggers.create': createTrigger,
  'triggers.delete': deleteTrigger,
  'triggers.get': getTrigger,
  'triggers.list': listTriggers,
  'triggers.listExecutions': listExecutions,
  'triggers.run': runTrigger,
  'triggers.update': updateTrigger,
} as const satisfies HandlerRows;
