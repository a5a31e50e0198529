import { grant } from '../access';
import { DEMO_USER } from '../caller';
import { nameIn } from '../resources/naming';
import { chunkVector } from '../retrieval/chunk';
import type { World } from '../world';
import { demoCorpora, type CorpusSeed, type DocumentSeed } from './corpora';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** Puts the demo corpora into a world. They belong to the demo user, and are shared with others. */
export function fillCorpora(world: World): void {
  for (const seed of demoCorpora) addCorpus(world, seed);
}

function addCorpus(world: World, seed: CorpusSeed): void {
  const { id, displayName, age, sharedWith, documents } = seed;
  const at = world.time.now() - age * DAY_MS;
  const name = nameIn('', 'corpora', id);
  const resource = { name, displayName, ...stamps(world, at) };
  world.state.insert('corpora', { name, parent: '', resource, hidden: { owner: DEMO_USER } });
  grant(world, name, 'USER', 'OWNER', DEMO_USER);
  for (const { granteeType, role, emailAddress } of sharedWith) {
    grant(world, name, granteeType, role, emailAddress);
  }
  for (const [index, document] of documents.entries()) {
    addDocument(world, name, document, at + (index + 1) * MINUTE_MS);
  }
}

function addDocument(
  world: World,
  parent: string,
  { id, displayName, customMetadata, chunks }: DocumentSeed,
  at: number,
): void {
  const name = nameIn(parent, 'documents', id);
  const resource = { name, displayName, customMetadata, ...stamps(world, at) };
  world.state.insert('documents', { name, parent, resource, hidden: {} });
  for (const [index, { id: chunkId, text, page, tags }] of chunks.entries()) {
    const createdAt = at + (index + 1) * 1000;
    const chunk = {
      name: nameIn(name, 'chunks', chunkId),
      data: { stringValue: text },
      customMetadata: [
        { key: 'page', numericValue: page },
        { key: 'tags', stringListValue: { values: tags } },
      ],
      ...stamps(world, createdAt),
    };
    const vector = chunkVector(chunk, createdAt);
    const record = { name: chunk.name, parent: name, resource: chunk, hidden: {}, vector };
    world.state.insert('chunks', record);
  }
}

function stamps(
  world: World,
  at: number,
): { readonly createTime: string; readonly updateTime: string } {
  return { createTime: world.time.stamp(at), updateTime: world.time.stamp(at) };
}
