import { Emitter } from '../../src/base/event';
import type { ResourceRef } from '../../src/catalog/ref';
import type { ResourcesContext } from '../../src/resources/context';
import type { PreviewedMedia } from '../../src/platform/localFiles';
import { Searches } from '../../src/resources/search/searches';
import { createCalls } from '../../src/service/calls';
import type { Connection } from '../../src/service/connection';
import { ResourceStore } from '../../src/service/resourceStore';
import { FakeActivity } from './activity';
import { FakeClients, type Answer } from './client';
import { FakeClock } from './clock';
import { FakeFileProblems } from './fileProblems';
import { FakeFiles } from './files';
import { FakeLocalFiles } from './localFiles';
import { FakeLog } from './log';
import { FakePrompts } from './prompts';
import { FakeSheets } from './sheets';
import { FakeSystem } from './system';
import { FakeTextDocuments } from './textDocuments';
import { FakeUploads } from './uploads';

/** The connection of the window. */
export const MINE: Connection = {
  id: 'aaaa1111',
  name: 'Mine',
  endpoint: 'https://one.example',
  auth: 'oauth',
};

/** What flows around resources get, with fakes in the place of everything that a test wants to see. */
export function fakeRoom(answer: Answer, ...answers: readonly (string | undefined)[]) {
  const clients = new FakeClients(answer);
  const calls = createCalls(clients);
  const store = new ResourceStore(calls);
  const folders = new Map<string, FakeFiles>();
  const prompts = new FakePrompts(...answers);
  const activity = new FakeActivity();
  const localFiles = new FakeLocalFiles();
  const fileProblems = new FakeFileProblems();
  const documents = new FakeTextDocuments();
  const system = new FakeSystem();
  const log = new FakeLog();
  const clock = new FakeClock();
  const sheets = new FakeSheets();
  const uploads = new FakeUploads();
  const told: string[] = [];
  const opened: ResourceRef[] = [];
  const revealed: ResourceRef[] = [];
  const focused: ResourceRef[] = [];
  const reported: unknown[] = [];
  const previewed: PreviewedMedia[] = [];
  const settings = { trashDays: 30 };
  /** The active editor, and what was opened without a file. */
  const editor: { text?: string; readonly opened: string[] } = { opened: [] };
  const folder = (name: string): FakeFiles => {
    const found = folders.get(name) ?? new FakeFiles();
    folders.set(name, found);
    return found;
  };
  const connections: ResourcesContext['services']['connections'] = {
    list: () => [MINE],
    find: (id) => (id === MINE.id ? MINE : undefined),
    active: MINE,
    activate: () => Promise.resolve(),
    onDidChange: new Emitter<void>().event,
  };
  const room: ResourcesContext = {
    // The emulator and the traffic are nothing that a flow asks for.
    services: {
      connections,
      clients,
      calls,
      store,
      modelStatuses: { of: () => undefined },
    } as unknown as ResourcesContext['services'],
    prompts,
    system,
    documents,
    log,
    activity,
    localFiles,
    fileProblems,
    clock,
    report: (_source, error) => {
      reported.push(error);
      return Promise.resolve();
    },
    sheets,
    progress: (_title, work) => work(new AbortController().signal),
    searches: new Searches(store),
    storage: folder,
    storageFile: (name, file) => ({
      scheme: 'file',
      authority: '',
      path: `/storage/${name}/${file}`,
    }),
    uploads,
    readTemplate: () => Promise.reject(new Error('No test has given a prompt file.')),
    trashDays: () => settings.trashDays,
    openDocument: (ref) => {
      opened.push(ref);
      return Promise.resolve();
    },
    reveal: (ref, { preserveFocus = false } = {}) => {
      revealed.push(ref);
      if (!preserveFocus) focused.push(ref);
      return Promise.resolve();
    },
    preview: (media) => {
      previewed.push(media);
      return Promise.resolve();
    },
    activeText: () => editor.text,
    openText: (text) => {
      editor.opened.push(text);
      return Promise.resolve();
    },
    tell: (text) => void told.push(text),
  };
  const kept = {
    clients,
    store,
    prompts,
    activity,
    localFiles,
    fileProblems,
    documents,
    system,
    log,
    clock,
    sheets,
    uploads,
  };
  return {
    room,
    folder,
    settings,
    editor,
    told,
    opened,
    revealed,
    focused,
    reported,
    previewed,
    ...kept,
  };
}
