import type { Message } from '../../api/schema/infer';
import { isTimeZone, parseCron } from '../../base/cron';
import { findAgent, isServiceAgent } from '../agents';
import { type Handler, single } from '../call';
import { requireEnvironment } from '../environments';
import { snakePage, snakeStatePage } from '../paging';
import { listRecords, nameIn, removeWhole, requireRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import type { World } from '../world';
import { begun, caughtUp, type Trigger, type TriggerHidden } from './executions';

type NewTrigger = Message<'triggers.TriggerCreateParams'>;
type Change = Message<'triggers.TriggerUpdate'>;

export const createTrigger: Handler = (call, world) => {
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
    ...{ id, status: 'active', ...asked },
    ...{ consecutive_failure_count: 0, create_time: now, update_time: now },
  };
  const name = nameIn('', 'triggers', id);
  const stored = world.state.insert('triggers', {
    ...{ name, parent: '', resource: trigger },
    hidden: { doneTo: world.time.now() } satisfies TriggerHidden,
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  world.visibility.created(name);
  return single(caughtUp(world, stored).resource);
};

export const getTrigger: Handler = (call, world) =>
  single(requireTrigger(world, call.path.name ?? '').resource);

const STATUS_FILTER = /^\s*status\s*[:=]\s*"?(\w+)"?\s*$/;

/** No grammar of filters is published: `status = "paused"` is taken, and nothing else. */
export const listTriggers: Handler = (call, world) => {
  const { filter = '' } = call.query as { readonly filter?: string };
  const [, status] = STATUS_FILTER.exec(filter) ?? [];
  if (filter.trim() !== '' && status === undefined) {
    throw new StatusError(400, `Invalid value at 'filter': '${filter}' is not understood.`);
  }
  for (const one of listRecords(world, 'triggers', '')) caughtUp(world, one);
  const { items, ...next } = snakeStatePage(
    ...([call, world, 'triggers'] as const),
    ({ resource }) => status === undefined || resource.status === status,
  );
  return single({ triggers: items.map(({ resource }) => resource), ...next });
};

/** Names it, pauses it, or lets it go on: what was due in a pause is not made up for. */
export const updateTrigger: Handler = (call, world) => {
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
  return single(requireTrigger(world, name).resource);
};

export const deleteTrigger: Handler = (call, world) => {
  removeWhole(world, 'triggers', requireTrigger(world, call.path.name ?? '').name);
  return single({});
};

/** Runs it now, also while it is paused. */
export const runTrigger: Handler = (call, world) => {
  const { name, resource } = requireTrigger(world, call.path.name ?? '');
  const trigger = resource as Trigger;
  const { run, change } = begun(world, name, trigger, world.time.now(), false);
  const changed = { ...resource, ...change } as Stored['resource'];
  world.state.update('triggers', name, { resource: changed });
  return single(run.resource);
};

/** The last run first. */
export const listExecutions: Handler = (call, world) => {
  const { name } = requireTrigger(world, call.path.name ?? '');
  const runs = [...listRecords(world, 'executions', name)].reverse();
  const { items, ...next } = snakePage(call, runs);
  return single({ trigger_executions: items.map(({ resource }) => resource), ...next });
};

function requireTrigger(world: World, name: string): Stored {
  return caughtUp(world, requireRecord(world, 'triggers', name));
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
