import { ActivityList } from '../../../src/activity/activityList';
import { JobFollower, type JobFollowerDeps } from '../../../src/activity/jobFollower';
import { jobFolder } from '../../../src/activity/jobs';
import { rowText } from '../../../src/activity/runActivity';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { FileStore } from '../../../src/platform/files';
import { createCalls } from '../../../src/service/calls';
import type { Connections } from '../../../src/service/connection';
import type { Interactions } from '../../../src/service/interactions';
import { ResourceStore } from '../../../src/service/resourceStore';
import type { FakeClients } from '../../fakes/client';
import type { FakeClock } from '../../fakes/clock';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';

/** What all windows share. */
export interface Shared {
  readonly files: FileStore;
  readonly clients: FakeClients;
  readonly clock: FakeClock;
  readonly interactions: Interactions;
}

/** A window that follows jobs, with what it has told and which commands it has run. */
export function openFollower(
  { files, clients, clock, interactions }: Shared,
  over: Partial<Pick<JobFollowerDeps, 'sessions' | 'isInFront'>> = {},
) {
  const log = new FakeLog();
  const prompts = new FakePrompts();
  const list = new ActivityList(clock);
  const closing = new AbortController();
  const store = new ResourceStore(createCalls(clients));
  const ran: [string, ResourceRef][] = [];
  const command = (name: string) => (ref: ResourceRef) => {
    ran.push([name, ref]);
    return Promise.resolve();
  };
  const connections = { find: (id: string) => ({ id }) } as unknown as Connections;
  const follower = new JobFollower({
    list,
    clock,
    log,
    prompts,
    closing: closing.signal,
    jobs: jobFolder(files, log),
    services: { clients, connections, store, interactions },
    sessions: { own: (id) => clients.get(id), isLed: () => false },
    isInFront: () => true,
    ...over,
    commands: {
      open: command('open'),
      showLoss: command('showLoss'),
      openResults: command('openResults'),
      openInteraction: command('openInteraction'),
      cancelOperation: command('cancelOperation'),
      cancelBatch: command('cancelBatch'),
      cancelInteraction: command('cancelInteraction'),
    },
  });
  const told = () => prompts.asked.map(({ text, choices }) => [text, ...choices]);
  const rows = () => list.entries.map((entry) => rowText(entry, clock.now()).description);
  return { follower, list, store, closing, told, rows, ran, prompts };
}
