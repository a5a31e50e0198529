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
      granteeType: 'USER',
      emailAddress: 'hanna@example.com',
      role: 'READER',
    });
const makeBatched: Make = (emulator) =>
  emulator.make(`${DOCUMENT}/chunks`, { name: BATCHED, data: { stringValue: 'A kite.' } });
// The service caches nothing that is shorter.
const makeCached: Make = (emulator) =>
  emulator.make('cachedContents', {
    model: 'models/emulator-flash',
    contents: [{ role: 'user', parts: [{ text: 'tide '.repeat(1200) }] }],
  });
const makeBatch: Make = (emulator) =>
  emulator.make('models/emulator-flash:batchGenerateContent', {
    batch: {
      displayName: 'Tides',
      inputConfig: {
        requests: { requests: [{ request: { contents: [{ parts: [{ text: 'tide' }] }] } }] },
      },
    },
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
const makeRunning: Make = (emulator) =>
  emulator.make('interactions', { model: 'emulator-flash', input: 'tide', background: true });
const makeAgent: Make = (emulator) =>
  emulator.make('agents', { id: 'tides', base_agent: 'antigravity-preview-09-2026' });
const makeEnvironment: Make = (emulator) =>
  emulator.make('environments', {
    sources: [{ type: 'inline', content: 'tide', target: 'tide.txt' }],
  });
const makeTrigger: Make = (emulator) =>
  emulator.make('triggers', {
    schedule: '0 6 * * *',
    time_zone: 'UTC',
    interaction: { agent: 'antigravity-preview-09-2026', input: 'tide' },
  });
const makeCredential: Make = (emulator) =>
  emulator.make('credentials', { type: 'bearer_token', id: 'tides', token: 'tide' });
const makeVoice: Make = (emulator) =>
  emulator.make('voices', {
    store: true,
    voice: { type: 'prompted', prompted: { input: 'A calm voice.' } },
  });
const makeWebhook: Make = (emulator) =>
  emulator.make('webhooks', {
    uri: 'http://127.0.0.1:9/',
    subscribed_events: ['interaction.completed'],
  });
const on = (name: Make): Plan => ({ name, typed: true });

/** Operations that work on something, of each kind a few; those on a model take the one that is offered first. */
export const plans: { readonly [operation in OperationId]?: Plan } = {
  'tunedModels.delete': { name: OWN },
  'tunedModels.generateText': { name: CONVERTER, typed: true },
  'tunedModels.get': { name: OWN },
  'tunedModels.patch': { name: OWN },
  'tunedModels.transferOwnership': { name: OWN },
  'tunedModels.permissions.create': { name: OWN },
  'tunedModels.permissions.delete': { name: permissionOn(OWN) },
  'tunedModels.operations.get': { name: operationOf(TRAINED), typed: true },
  'batches.get': { name: makeBatch, typed: true },
  'batches.updateGenerateContentBatch': { name: makeBatch },
  'corpora.patch': { name: CORPUS },
  'corpora.query': { name: CORPUS },
  'corpora.documents.chunks.batchUpdate': { name: DOCUMENT, prepare: makeBatched },
  'corpora.documents.chunks.patch': { name: CHUNK },
  'files.delete': { name: 'files/log-book' },
  // Only what the service made is given back.
  'files.download': { name: 'files/haiku-7f2c' },
  'cachedContents.create': { refusal: [400, 'Bad Request'] },
  'cachedContents.patch': { name: makeCached },
  // Nothing is asked for yet in the template.
  'models.predict': { refusal: [400, 'Bad Request'] },
  'models.predictLongRunning': { refusal: [400, 'Bad Request'] },
  'files.register': { refusal: [400, 'Bad Request'] },
  'dynamic.generateContent': { name: 'dynamic/auto', typed: true },
  'generatedFiles.operations.get': {
    name: 'generatedFiles/none/operations/none',
    typed: true,
    refusal: NOT_FOUND,
  },
  'interactions.cancel': on(makeRunning),
  'agents.delete': { name: makeAgent },
  'environments.files.upload': on(
    async (emulator) => `${await makeEnvironment(emulator)}/files/new.txt`,
  ),
  'triggers.update': on(makeTrigger),
  'credentials.update': { name: makeCredential },
  'voices.delete': { name: makeVoice },
  'webhooks.rotateSigningSecret': on(makeWebhook),
};
