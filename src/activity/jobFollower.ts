import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import { VERSIONS } from '../api/versions';
import type { Clock } from '../base/clock';
import { CancelledError, errorMessage } from '../base/errors';
import { Emitter } from '../base/event';
import { objectAt } from '../base/json';
import { listVersion } from '../catalog/kindOperations';
import type { KindId } from '../catalog/kinds';
import { refKey, type ResourceRef } from '../catalog/ref';
import type { Activity, ActivityAction } from '../platform/activity';
import type { Log } from '../platform/log';
import type { RecordFolder } from '../platform/recordFolder';
import { describeWithCauses } from '../platform/report';
import type { Clients, SessionClients } from '../service/clients';
import type { Connections } from '../service/connection';
import type { InteractionKey } from '../service/interactions';
import type { Services } from '../service/services';
import type { Prompts } from '../platform/prompts';
import type { ActivityList, RunningEntry } from './activityList';
import {
  JOB_KINDS,
  type JobCommands,
  type JobEnd,
  type WatchDeps,
  watchJob,
  watchOperationJob,
} from './jobKinds';
import { type Job, jobId } from './jobs';
import { interactionKey, watchInteraction } from './watchInteraction';

export interface JobFollowerDeps extends CompletionDeps {
  readonly jobs: RecordFolder<Job>;
  readonly list: ActivityList;
  readonly services: Pick<Services, 'clients' | 'connections' | 'interactions' | 'store'>;
  readonly sessions: Pick<SessionClients, 'isLed' | 'own'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the tab of a conversation is visible. */
  readonly isInFront: (conversation: string) => boolean;
  /** Aborts when the window closes; the next window resumes the jobs. */
  readonly closing: AbortSignal;
}

const INTERACTION = 'interactions.create';

/** Maximum time in ms that a job waits for its connection. The server stores interactions for 55 days. */
const KEPT_WITHOUT_CONNECTION = 60 * 24 * 3_600_000;

export class JobFollower {
  readonly #deps: JobFollowerDeps;
  readonly #followed = new Set<string>();

  constructor(deps: JobFollowerDeps) {
    this.#deps = deps;
  }

  readonly follow: Activity['follow'] = async (operation) => {
    const { jobs, clock } = this.#deps;
    const job: Job = { ...operation, startedAt: new Date(clock.now()).toISOString() };
    await jobs.write(jobId(job), job);
    // Jobs started during replay exist only in the recordings.
    const { services, sessions } = this.#deps;
    this.#start(job, sessions.isLed(job.connection) ? services.clients : undefined);
  };

  async resume(): Promise<void> {
    const { jobs, services, log, clock } = this.#deps;
    const oldestFirst = (await jobs.list()).toReversed();
    for (const [id, job] of oldestFirst) {
      if (services.connections.find(job.connection)) {
        this.#start(job);
        continue;
      }
      // The connection may come back, for example after the user fixes a setting.
      const isOld = clock.now() - Date.parse(job.startedAt) > KEPT_WITHOUT_CONNECTION;
      if (isOld) await jobs.remove(id);
      const how = isOld ? 'no longer tracked' : 'not tracked for now';
      log.warn(`activity: ${job.name} is ${how} because its connection doesn’t exist.`);
    }
  }

  /** @param clients clients of the live API by default, even while this window replays recordings */
  #start(job: Job, clients: Clients = { get: (id) => this.#deps.sessions.own(id) }): void {
    const key = jobId(job);
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    this.#run(job, clients)
      .catch((error: unknown) => {
        if (!CancelledError.is(error)) {
          this.#deps.log.error(`activity: ${job.name}: ${describeWithCauses(error)}`);
        }
      })
      .finally(() => this.#followed.delete(key));
  }

  async #run(job: Job, clients: Clients): Promise<void> {
    const { list, services, commands, log, jobs } = this.#deps;
    const refs = jobRefs(job, services.connections);
    const { open, cancel: cancelling } = JOB_KINDS[job.startedBy];
    const deleted = new AbortController();
    const noted = services.interactions.onDidChange(({ key, record }) => {
      if (!record && isOf(job, key)) deleted.abort(new CancelledError());
    });
    const cancel = (): void => {
      commands[cancelling](refs.operation).catch((error: unknown) => log.warn(errorMessage(error)));
    };
    const startedAt = Date.parse(job.startedAt) || this.#deps.clock.now();
    const early: ActivityAction = {
      kind: 'open',
      run: () => commands[open.command](refs.operation),
    };
    const actions = open.early ? [early] : [];
    const entry = list.begin({ title: job.title, startedAt, cancel, actions });
    try {
      const watched = { clients, deleted: deleted.signal };
      const end = await this.#watch(job, refs, entry, watched);
      noted.dispose();
      await this.#end(job, refs, entry, end);
    } catch (error) {
      noted.dispose();
      if (CancelledError.is(error)) entry.withdraw();
      else entry.end({ kind: 'failed', reason: errorMessage(error) });
      if (deleted.signal.aborted) await jobs.remove(jobId(job));
      throw error;
    }
  }

  async #watch(
    job: Job,
    { operation }: JobRefs,
    entry: RunningEntry,
    { clients, deleted }: { readonly clients: Clients; readonly deleted: AbortSignal },
  ): Promise<JobEnd> {
    const { services, clock, closing } = this.#deps;
    const { store, interactions } = services;
    const wake = new Emitter<void>();
    let isOurs = false;
    const subscription = store.onDidChange(({ ref }) => {
      if (isOurs || !ref || refKey(ref) !== refKey(operation)) return;
      if (store.find(operation)?.done === true) wake.fire();
    });
    let last: JsonObject = {};
    const onAnswer = (answer: JsonObject): void => {
      last = answer;
      isOurs = true;
      try {
        store.merge(operation, answer);
      } finally {
        isOurs = false;
      }
    };
    const kind = JOB_KINDS[job.startedBy];
    const onState: WatchDeps['onState'] = ({ metadata = {} }) =>
      entry.report(kind.progress(metadata));
    const signal = AbortSignal.any([closing, deleted]);
    try {
      const shared = { clients, interactions, clock, signal, onState, onAnswer };
      const { startedBy } = job;
      const end = await (startedBy === INTERACTION
        ? watchJob(job, watchInteraction, shared)
        : watchJob({ ...job, startedBy }, watchOperationJob, { ...shared, wake: wake.event }));
      if (end.kind === 'lost' || end.kind === 'gone') return end;
      return kind.verdict?.(objectAt(last, 'metadata'), end, job.title) ?? end;
    } finally {
      subscription.dispose();
      wake.dispose();
    }
  }

  async #end(job: Job, refs: JobRefs, entry: RunningEntry, end: JobEnd): Promise<void> {
    const { jobs, log, commands, services } = this.#deps;
    if (end.kind === 'lost') {
      // The job file stays, so that the next window retries.
      log.warn(`activity: couldn’t track ${job.name}: ${describeWithCauses(end.error)}`);
      entry.end({ kind: 'failed', reason: errorMessage(end.error) });
      return;
    }
    const opens = end.kind === 'done' ? (refs.target ?? refs.operation) : refs.operation;
    const { command } = JOB_KINDS[job.startedBy].open;
    const open: ActivityAction = { kind: 'open', run: () => commands[command](opens) };
    const actions = end.kind === 'gone' ? [] : [open];
    if (end.kind === 'gone' && job.startedBy === INTERACTION) {
      await services.interactions.forget(interactionKey(job));
    }
    if (end.kind === 'done') {
      if (end.sentence !== undefined) entry.conclude(end.sentence);
      entry.end({ kind: 'done' }, actions);
    } else if (end.kind === 'cancelled') entry.end(end, actions);
    else entry.end({ kind: 'failed', reason: end.error.message }, actions);
    await this.#refreshTarget(refs);
    // Several windows may see the end; only the window that removes the file shows the notification.
    if (!(await jobs.remove(jobId(job))) || (await this.#isInFront(job))) return;
    await notifyCompletion(job, end, refs, this.#deps);
  }

  /** Whether the user sees the end in the tab of the conversation. */
  async #isInFront(job: Job): Promise<boolean> {
    if (job.startedBy !== INTERACTION) return false;
    const found = await this.#deps.services.interactions.find(interactionKey(job));
    return found?.conversation !== undefined && this.#deps.isInFront(found.conversation);
  }

  async #refreshTarget({ target }: JobRefs): Promise<void> {
    const { services, log, closing } = this.#deps;
    if (!target) return;
    try {
      await services.store.get(target, closing);
    } catch (error) {
      log.warn(`activity: couldn’t load ${target.name}: ${errorMessage(error)}`);
    }
  }
}

function isOf(job: Job, { connection, id }: InteractionKey): boolean {
  const own = interactionKey(job);
  return job.startedBy === INTERACTION && own.connection === connection && own.id === id;
}

function jobRefs(job: Job, connections: Pick<Connections, 'find'>): JobRefs {
  const preferred = connections.find(job.connection)?.apiVersion ?? VERSIONS[0];
  const at = (kind: KindId, name: string): ResourceRef => ({
    connection: job.connection,
    kind,
    name,
    version: job.version ?? listVersion(kind, preferred) ?? preferred,
  });
  const { kind, target } = JOB_KINDS[job.startedBy];
  return {
    operation: at(kind, job.name),
    ...(job.target !== undefined && target && { target: at(target, job.target) }),
  };
}

type KnownEnd = Exclude<JobEnd, { kind: 'lost' }>;

interface JobRefs {
  readonly operation: ResourceRef;
  readonly target?: ResourceRef;
}

interface CompletionDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly commands: JobCommands;
}

async function notifyCompletion(
  { title, startedBy }: Job,
  end: KnownEnd,
  { operation, target }: JobRefs,
  { prompts, commands }: CompletionDeps,
): Promise<void> {
  const { look, open: opening } = JOB_KINDS[startedBy];
  const open = l10n.t('Open');
  const details = l10n.t('Show Details');
  const shown =
    look?.command === 'showLoss' ? l10n.t('Show Loss Curve') : l10n.t('Open Batch Results');
  const looks = end.kind !== 'gone' && look?.after.includes(end.kind) ? [shown] : [];
  const ask = (): Promise<string | undefined> => {
    switch (end.kind) {
      case 'done': {
        const buttons = target ? [open, ...looks] : [...looks, open];
        const { sentence = l10n.t('{0} completed.', title) } = end;
        return prompts.notify('info', sentence, ...buttons);
      }
      case 'cancelled':
        return prompts.notify('info', l10n.t('{0} was canceled.', title), details, ...looks);
      case 'failed':
        return prompts.notify(
          'error',
          l10n.t('{0} failed: {1}', title, end.error.message),
          details,
          ...looks,
        );
      case 'gone':
        return prompts.notify(
          'warning',
          l10n.t('Stopped tracking {0}: {1}', title, end.error.message),
        );
    }
  };
  const answer = await ask();
  if (answer === shown && look) await commands[look.command](operation);
  if (answer === details) await commands.open(operation);
  if (answer === open) await commands[opening.command](target ?? operation);
}
