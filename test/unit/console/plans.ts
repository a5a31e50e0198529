import type { OperationId } from '../../../src/api/operations';
import type { EmulatorControl } from '../../host/support/consoleEmulator';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';
const DOCUMENT = `${CORPUS}/documents/spring-migration-9w3ht5c0rb6j`;
const CHUNK = `${DOCUMENT}/chunks/7qm4x2ks9d0v`;
/** Ready to answer, and of a legacy model. */
const CONVERTER = 'tunedModels/unit-converter-m6c2r';
/** The demo user's own, in the versions that list tuned models. */
const OWN = 'tunedModels/headline-writer-p4x9d';
/** In training, which is an operation. */
const TRAINED = 'tunedModels/support-replies-7h3wz';
const MODEL = 'models/emulator-flash';
const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';
const NOT_FOUND = [404, 'Not Found'] as const;
/** The chunk that the templates of batches speak of. */
const BATCHED = `${DOCUMENT}/chunks/my-chunk`;

type Make = (emulator: EmulatorControl) => Promise<string>;

/** How the path of an operation is filled. */
export interface Plan {
  /** Of the resource: of the demo seed, or made for this. Absent: whatever the list offers first. */
  readonly name?: string | Make;
  /** Whether the name is typed in place of being chosen. */
  readonly typed?: true;
  /** Makes what the template speaks of besides. */
  readonly prepare?: Make;
  /** Status and its words, where the template needs a model of one's own. */
  readonly refusal?: readonly [status: number, words: string];
}

const permissionOn =
  (parent: string): Make =>
  (emulator) =>
    emulator.make(`${parent}/permissions`, {
      ...{ granteeType: 'USER', emailAddress: 'hanna@example.com', role: 'READER' },
    });
const makeBatched: Make = (emulator) =>
  emulator.make(`${DOCUMENT}/chunks`, { name: BATCHED, data: { stringValue: 'A kite.' } });
// The service caches nothing that is shorter.
const makeCached: Make = (emulator) =>
  emulator.make('cachedContents', {
    model: 'models/emulator-flash',
    contents: [{ role: 'user', parts: [{ text: 'tide '.repeat(1200) }] }],
  });
const batchOf =
  (model: string, method: string, request: object): Make =>
  (emulator) =>
    emulator.make(`models/${model}:${method}`, {
      batch: { displayName: 'Tides', inputConfig: { requests: { requests: [{ request }] } } },
    });
const TIDE = { parts: [{ text: 'tide' }] };
const makeBatch = batchOf('emulator-flash', 'batchGenerateContent', { contents: [TIDE] });
const makeVectors = batchOf('emulator-embedding', 'asyncBatchEmbedContent', {
  ...{ model: 'models/emulator-embedding', content: TIDE },
});
const operationOf =
  (model: string): Make =>
  async (emulator) => {
    const { operations } = await emulator.get<{ operations: readonly { name: string }[] }>(
      `v1/${model}/operations`,
    );
    return operations[0]?.name ?? '';
  };

// What no list of the console has is typed.
const makeInteraction: Make = (emulator) =>
  emulator.make('interactions', { model: 'emulator-flash', input: 'tide' });
const makeRunning: Make = (emulator) =>
  emulator.make('interactions', { model: 'emulator-flash', input: 'tide', background: true });
const makeAgent: Make = (emulator) =>
  emulator.make('agents', { id: 'tides', base_agent: 'antigravity-preview-09-2026' });
const makeEnvironment: Make = (emulator) =>
  emulator.make('environments', {
    sources: [{ type: 'inline', content: 'tide', target: 'tide.txt' }],
  });
const fileOf = async (emulator: EmulatorControl): Promise<string> =>
  `${await makeEnvironment(emulator)}/files/tide.txt`;
const makeTrigger: Make = (emulator) =>
  emulator.make('triggers', {
    ...{ schedule: '0 6 * * *', time_zone: 'UTC' },
    interaction: { agent: 'antigravity-preview-09-2026', input: 'tide' },
  });
const makeCredential: Make = (emulator) =>
  emulator.make('credentials', { type: 'bearer_token', id: 'tides', token: 'tide' });
const makeVoice: Make = (emulator) =>
  emulator.make('voices', {
    ...{ store: true, voice: { type: 'prompted', prompted: { input: 'A calm voice.' } } },
  });
const makeWebhook: Make = (emulator) =>
  emulator.make('webhooks', {
    ...{ uri: 'http://127.0.0.1:9/', subscribed_events: ['interaction.completed'] },
  });
const on = (name: Make): Plan => ({ name, typed: true });

/** Every operation that works on something; those on a model take the one that is offered first. */
export const plans: { readonly [operation in OperationId]?: Plan } = {
  'tunedModels.cancel': { name: OWN },
  'tunedModels.delete': { name: OWN },
  'tunedModels.generateContent': { name: 'tunedModels/haiku-writer-k2n8q' },
  'tunedModels.streamGenerateContent': { name: 'tunedModels/haiku-writer-k2n8q' },
  'tunedModels.generateText': { name: CONVERTER, typed: true },
  'tunedModels.get': { name: OWN },
  'tunedModels.patch': { name: OWN },
  'tunedModels.transferOwnership': { name: OWN },
  'tunedModels.permissions.create': { name: OWN },
  'tunedModels.permissions.delete': { name: permissionOn(OWN) },
  'tunedModels.permissions.get': { name: permissionOn(OWN), typed: true },
  'tunedModels.permissions.list': { name: OWN },
  'tunedModels.permissions.patch': { name: permissionOn(OWN) },
  'tunedModels.operations.cancel': { name: operationOf(TRAINED) },
  'tunedModels.operations.get': { name: operationOf(TRAINED), typed: true },
  'tunedModels.operations.list': { name: TRAINED },
  'batches.cancel': { name: makeBatch },
  'batches.delete': { name: makeBatch },
  'batches.get': { name: makeBatch, typed: true },
  'batches.updateEmbedContentBatch': { name: makeVectors },
  'batches.updateGenerateContentBatch': { name: makeBatch },
  'operations.delete': { name: 'operations/delete-corpus-q8v2m1x5' },
  // With something in it a corpus or a document is deleted only where that is wanted too.
  'corpora.delete': { name: (emulator) => emulator.make('corpora', { displayName: 'Empty' }) },
  'corpora.get': { name: CORPUS },
  'corpora.patch': { name: CORPUS },
  'corpora.query': { name: CORPUS },
  'corpora.documents.create': { name: CORPUS, typed: true },
  'corpora.documents.delete': {
    name: (emulator) => emulator.make(`${CORPUS}/documents`, { displayName: 'Empty' }),
  },
  'corpora.documents.get': { name: DOCUMENT },
  'corpora.documents.list': { name: CORPUS },
  'corpora.documents.patch': { name: DOCUMENT },
  'corpora.documents.query': { name: DOCUMENT },
  'corpora.documents.chunks.batchCreate': { name: DOCUMENT },
  'corpora.documents.chunks.batchDelete': { name: DOCUMENT, prepare: makeBatched },
  'corpora.documents.chunks.batchUpdate': { name: DOCUMENT, prepare: makeBatched },
  'corpora.documents.chunks.create': { name: DOCUMENT },
  'corpora.documents.chunks.delete': { name: CHUNK },
  'corpora.documents.chunks.get': { name: CHUNK, typed: true },
  'corpora.documents.chunks.list': { name: DOCUMENT },
  'corpora.documents.chunks.patch': { name: CHUNK },
  'corpora.permissions.create': { name: CORPUS },
  'corpora.permissions.delete': { name: permissionOn(CORPUS) },
  'corpora.permissions.get': { name: permissionOn(CORPUS) },
  'corpora.permissions.list': { name: CORPUS },
  'corpora.permissions.patch': { name: permissionOn(CORPUS) },
  'files.delete': { name: 'files/log-book' },
  'files.get': { name: 'files/gull-calls' },
  // Only what the service made is given back.
  'files.download': { name: 'files/haiku-7f2c' },
  'cachedContents.create': { refusal: [400, 'Bad Request'] },
  'cachedContents.delete': { name: makeCached },
  'cachedContents.get': { name: makeCached },
  'cachedContents.patch': { name: makeCached },
  // No model that was tuned here embeds.
  'tunedModels.asyncBatchEmbedContent': { refusal: NOT_FOUND },
  // Nothing is asked for yet in the template.
  'models.predict': { refusal: [400, 'Bad Request'] },
  'models.predictLongRunning': { refusal: [400, 'Bad Request'] },
  'files.register': { refusal: [400, 'Bad Request'] },
  'dynamic.generateContent': { name: 'dynamic/auto', typed: true },
  'dynamic.streamGenerateContent': { name: 'dynamic/auto', typed: true },
  'generatedFiles.operations.get': {
    ...{ name: 'generatedFiles/none/operations/none', typed: true, refusal: NOT_FOUND },
  },
  'fileSearchStores.delete': {
    name: (emulator) => emulator.make('fileSearchStores', { displayName: 'Empty' }),
  },
  // The template's file is a placeholder.
  'fileSearchStores.importFile': { refusal: [400, 'Bad Request'] },
  // With something in it a document is deleted only where that is wanted too.
  'fileSearchStores.documents.delete': { refusal: [400, 'Bad Request'] },
  'fileSearchStores.media.download': {
    ...{ name: `${STORE}/media/none`, typed: true, refusal: NOT_FOUND },
  },
  'fileSearchStores.operations.get': {
    ...{ name: `${STORE}/operations/none`, typed: true, refusal: NOT_FOUND },
  },
  'fileSearchStores.upload.operations.get': {
    ...{ name: `${STORE}/upload/operations/none`, typed: true, refusal: NOT_FOUND },
  },
  // Nothing that models and corpora do here leaves an operation.
  'models.operations.get': { name: `${MODEL}/operations/none`, typed: true, refusal: NOT_FOUND },
  'corpora.operations.get': { name: `${CORPUS}/operations/none`, typed: true, refusal: NOT_FOUND },
  'interactions.get': on(makeInteraction),
  'interactions.cancel': on(makeRunning),
  'interactions.delete': on(makeInteraction),
  'agents.get': { name: makeAgent },
  'agents.delete': { name: makeAgent },
  'environments.get': on(makeEnvironment),
  'environments.delete': on(makeEnvironment),
  'environments.files.list': on(async (emulator) => `${await makeEnvironment(emulator)}/files/`),
  'environments.files.download': on(fileOf),
  'environments.files.upload': on(
    async (emulator) => `${await makeEnvironment(emulator)}/files/new.txt`,
  ),
  'triggers.get': on(makeTrigger),
  'triggers.delete': on(makeTrigger),
  'triggers.update': on(makeTrigger),
  'triggers.run': on(makeTrigger),
  'triggers.listExecutions': on(makeTrigger),
  'credentials.get': { name: makeCredential },
  'credentials.delete': { name: makeCredential },
  'credentials.update': { name: makeCredential },
  'voices.get': { name: makeVoice },
  'voices.delete': { name: makeVoice },
  'webhooks.get': on(makeWebhook),
  'webhooks.delete': on(makeWebhook),
  'webhooks.update': on(makeWebhook),
  'webhooks.ping': on(makeWebhook),
  'webhooks.rotateSigningSecret': on(makeWebhook),
};
