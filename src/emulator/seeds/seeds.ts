import type { JsonObject } from '../../api/schema/row';
import { GEMINI } from '../../api/versions';
import { grant } from '../permissions';
import { batchSpeed, setBatchSpeed } from '../batches/batch';
import { DEMO_USER } from '../caller';
import { interactionSettings, setInteractions } from '../interactions';
import type { ModelSeed } from '../models';
import type { SeedName } from '../options';
import { nameIn } from '../records';
import { setTuningSpeed, tuningSpeed } from '../tuning/training';
import type { HandlerContext } from '../handlerContext';
import { fillBatches, fillFiles } from './demoFiles';
import { fillCorpora, fillStores } from './demoSearch';
import { decisionModel, demoModels, packModels } from './demoModels';
import { fillTunedModels } from './demoTunedModels';

const seeds: { readonly [N in SeedName]: readonly ((world: HandlerContext) => void)[] } = {
  demo: [
    fillCorpora,
    fillFiles,
    fillStores,
    fillTunedModels,
    fillOperations,
    fillBatches,
    fillGenerated,
  ],
  empty: [],
};

/** Returns the models of all sample data: the emulator's own, then those of the live API. */
export function builtInModels(): readonly ModelSeed[] {
  const own = new Set([...demoModels, decisionModel].map(({ model }) => model.name));
  const others = packModels().filter(({ model }) => !own.has(model.name));
  return [...demoModels, ...others, decisionModel];
}

const MARK = 'seed';

export const seedNames = Object.keys(seeds) as readonly SeedName[];

export function seedNameOf(world: HandlerContext): SeedName | undefined {
  const { name } = world.state.find('settings', MARK)?.resource ?? {};
  return seedNames.find((known) => known === name);
}

/** Adds sample data to a new world. Leaves an existing world unchanged. */
export function addSampleData(world: HandlerContext, name: SeedName): void {
  world.state.transaction(() => {
    // Inside the transaction, as another process may use the same data folder.
    if (world.state.find('settings', MARK)) return;
    for (const fill of seeds[name]) fill(world);
    world.state.insert('settings', { name: MARK, parent: '', resource: { name }, hidden: {} });
  });
}

/**
 * Replaces all data of a world with sample data. Preserves sign-ins, clock, and speeds.
 * @param numbered adds test data for paging
 */
export function resetData(world: HandlerContext, numbered: Numbered, seed?: SeedName): void {
  const { state, visibility, sentBeginnings, ids } = world;
  const name = seed ?? seedNameOf(world) ?? 'demo';
  const speed = tuningSpeed(world);
  const requestsPerSecond = batchSpeed(world);
  const interactions = interactionSettings(world);
  try {
    state.transaction(() => {
      state.clear(['grants']);
      world.models.reload();
      visibility.clear();
      sentBeginnings.clear();
      ids.restart();
      addSampleData(world, name);
      world.models.add(numberedModels(numbered.models));
      addNumberedCorpus(world, numbered);
      setTuningSpeed(world, speed);
      setBatchSpeed(world, requestsPerSecond);
      setInteractions(world, interactions);
    });
  } finally {
    // Also reload after a rollback.
    world.models.reload();
  }
}

const ANY = 'type.googleapis.com/';
const EMPTY = { '@type': `${ANY}google.protobuf.Empty` };
const FILE = `${ANY}google.ai.generativelanguage.v1beta.File`;

const demoOperations: readonly (JsonObject & { readonly id: string })[] = [
  { id: 'delete-corpus-q8v2m1x5', done: true, response: EMPTY },
  {
    id: 'process-file-t3k9w7b2',
    done: true,
    error: { code: 3, message: 'The video could not be decoded.' },
  },
  { id: 'process-file-z6n4h8c1', metadata: { '@type': FILE, displayName: 'Long lecture.mp4' } },
];

const GENERATED = 'generatedFiles/h4w9k2v7m1xd';

function fillGenerated({ state }: HandlerContext): void {
  const resource = { name: GENERATED, mimeType: 'video/mp4', state: 'GENERATED' };
  state.insert('generatedFiles', { name: GENERATED, parent: '', resource, hidden: {} });
  const name = nameIn(GENERATED, 'operations', 'b8n3q6z0t5cr');
  const done = { name, done: true, response: EMPTY };
  state.insert('operations', { name, parent: GENERATED, resource: done, hidden: {} });
}

function fillOperations(world: HandlerContext): void {
  for (const { id, ...rest } of demoOperations) {
    const name = nameIn('', 'operations', id);
    const resource = { name, ...rest };
    world.state.insert('operations', { name, parent: '', resource, hidden: {} });
  }
}

/** Returns models such as `models/numbered-0001`, to test paging. */
export function numberedModels(count: number): readonly ModelSeed[] {
  return Array.from({ length: count }, (_unused, index) => {
    const number = String(index + 1).padStart(4, '0');
    return {
      versions: GEMINI.now,
      model: {
        name: `models/numbered-${number}`,
        version: '001',
        displayName: `Numbered ${number}`,
        description: 'One of many numbered models.',
        inputTokenLimit: 32_768,
        outputTokenLimit: 4096,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
        temperature: 1,
        topP: 0.95,
        topK: 40,
      },
    };
  });
}

export interface Numbered {
  readonly models: number;
  readonly documents: number;
  readonly chunks: number;
}

const STEP = 10;
const CORPUS = 'corpora/numbered';

/**
 * Adds a corpus with numbered documents and chunks, all in the first document. The chunks have no vectors,
 * so that a million are created fast, but searches don't find them.
 */
export function addNumberedCorpus(world: HandlerContext, { documents, chunks }: Numbered): void {
  const { state, time } = world;
  if ((documents === 0 && chunks === 0) || state.find('corpora', CORPUS)) return;
  const first = time.now() - (documents + chunks) * STEP;
  const stamped = (place: number) => {
    const createTime = time.stamp(first + place * STEP);
    return { createTime, updateTime: createTime };
  };
  state.transaction(() => {
    const corpus = { name: CORPUS, displayName: 'Numbered', ...stamped(0) };
    state.insert('corpora', {
      name: CORPUS,
      parent: '',
      resource: corpus,
      hidden: { owner: DEMO_USER },
    });
    grant(world, CORPUS, 'USER', 'OWNER', DEMO_USER);
    for (let index = 0; index < Math.max(documents, 1); index += 1) {
      const number = String(index + 1).padStart(5, '0');
      const name = `${CORPUS}/documents/numbered-${number}`;
      const resource = { name, displayName: `Numbered ${number}`, ...stamped(index) };
      state.insert('documents', { name, parent: CORPUS, resource, hidden: {} });
    }
    const parent = `${CORPUS}/documents/numbered-00001`;
    for (let index = 0; index < chunks; index += 1) {
      const number = String(index + 1).padStart(6, '0');
      const name = `${parent}/chunks/numbered-${number}`;
      const data = { stringValue: `Numbered chunk ${number}.` };
      const resource = { name, data, ...stamped(documents + index) };
      state.insert('chunks', { name, parent, resource, hidden: {} });
    }
  });
}
