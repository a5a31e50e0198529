import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { VERSIONS } from '../../../src/api/versions';
import { localizedText } from '../../../src/base/format';
import { creatingVerb, listVersion, resourceVerbs } from '../../../src/catalog/kindOperations';
import { type KindId, kindRow, kinds } from '../../../src/catalog/kinds';
import type { Text } from '../../../src/catalog/text';

const flash = {
  name: 'models/flash',
  displayName: 'Flash',
  version: '001',
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 8192,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
  temperature: 1,
  topP: 0.95,
};
const haikus = {
  name: 'tunedModels/haikus',
  displayName: 'Haikus',
  baseModel: 'models/flash-001',
  state: 'ACTIVE',
  createTime: '2026-01-02T03:04:05Z',
  temperature: 0,
  tuningTask: { hyperparameters: { epochCount: 5, batchSize: 4, learningRate: 0.001 } },
};
const shown = (value: { message: string; args: readonly (string | number)[] } | undefined) =>
  value && localizedText(value);

describe('kinds', () => {
  it('says what each kind is for that can be created', () => {
    for (const kind of Object.keys(kinds) as KindId[]) {
      const creates = creatingVerb(kind, VERSIONS[0]) !== undefined;
      assert.equal(kindRow(kind).purpose !== undefined, creates, kind);
    }
  });

  it('lists in the preferred version where it can', () => {
    assert.equal(listVersion('model', 'v1'), 'v1');
    assert.equal(listVersion('model', 'v1beta3'), 'v1beta3');
    assert.equal(listVersion('tunedModel', 'v1'), 'v1beta');
    assert.equal(listVersion('tunedModel', 'v1beta3'), 'v1beta3');
  });

  it('offers the playground only for models that it has a mode for', () => {
    assert.deepEqual(resourceVerbs('model', 'v1beta', flash), [
      'openPlayground',
      'open',
      'refresh',
      'copyName',
    ]);
    for (const method of ['embedContent', 'generateText', 'generateAnswer']) {
      const other = { name: 'models/e', supportedGenerationMethods: [method] };
      assert.equal(resourceVerbs('model', 'v1beta', other)[0], 'openPlayground', method);
    }
    const live = { name: 'models/l', supportedGenerationMethods: ['bidiGenerateContent'] };
    assert.deepEqual(resourceVerbs('model', 'v1beta', live), ['open', 'refresh', 'copyName']);
  });

  it('lets a tuned model be asked, shared, renamed and deleted, and one that failed or is in training not be asked', () => {
    const can = (resource: JsonObject) => resourceVerbs('tunedModel', 'v1beta', resource);
    const most = ['share', 'transferOwnership', 'open', 'refresh', 'rename', 'delete', 'copyName'];
    assert.deepEqual(can(haikus), ['openPlayground', ...most]);
    for (const state of ['FAILED', 'CREATING']) assert.deepEqual(can({ ...haikus, state }), most);
    const tuningTask = { snapshots: [{ step: 1, meanLoss: 2 }] };
    assert.ok(can({ ...haikus, tuningTask }).includes('showLoss'));
  });

  it('marks what everyone may see, and tells who may do what', () => {
    const row = kindRow('corpusPermission');
    const everyone = { name: 'corpora/a/permissions/b', granteeType: 'EVERYONE', role: 'READER' };
    assert.equal(row.badge?.(everyone)?.text, 'E');
    assert.equal(row.label(everyone), 'Everyone');
    assert.equal(shown(row.description(everyone)), 'reader');
    const owner = { granteeType: 'USER', emailAddress: 'demo@example.com', role: 'OWNER' };
    assert.equal(row.badge(owner), undefined);
    assert.equal(row.refusesDelete?.(owner), true);
  });

  it('knows what work goes on, and how far it is', () => {
    const operation = kindRow('tunedModelOperation');
    const at = (metadata: JsonObject) => shown(operation.description({ metadata }));
    assert.equal(at({ totalSteps: 40, completedSteps: 10 }), 'running · 25%');
    assert.equal(at({ completedPercent: 33.7 }), 'running · 33%');
    assert.equal(at({ totalSteps: 0 }), 'running');
    assert.equal(operation.condition?.({}), 'busy');
    assert.equal(operation.condition({ done: true }), undefined);
    assert.equal(operation.icons?.({ done: true }), 'pass');
    assert.equal(operation.icons({ done: true, error: { code: 1 } }), undefined);
    assert.equal(operation.condition({ done: true, error: { code: 13 } }), 'failed');
    assert.equal(operation.condition({ done: true, error: { code: 1 } }), undefined);
    assert.equal(kindRow('chunk').condition?.({ state: 'STATE_PENDING_PROCESSING' }), 'busy');
  });

  it('calls an operation by what it does, where it says so, and the unnamed by their ids', () => {
    const name = 'tunedModels/haikus/operations/4k2v';
    const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata';
    const label = (resource: JsonObject): string => kindRow('tunedModelOperation').label(resource);
    assert.equal(label({ name, metadata: { '@type': type } }), 'Create tuned model');
    assert.equal(label({ name }), '4k2v');
    const file = { '@type': 'x/google.File', displayName: 'Lecture.mp4' };
    assert.equal(
      kindRow('operation').label({ name: 'operations/a', metadata: file }),
      'File: Lecture.mp4',
    );
    const unnamed = 'corpora/a-long-name-that-fills-the-row/documents/7qm4';
    assert.equal(kindRow('document').label({ name: unnamed }), '7qm4');
    assert.ok(resourceVerbs('operation', 'v1', {}).includes('open'));
    assert.ok(!resourceVerbs('operation', 'v1', {}).includes('refresh'));
  });
});

const file = kindRow('file');
const NOW = Date.parse('2026-01-02T00:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HEX = 'ab'.repeat(32);

const shownFile = (value: Text | undefined) => value && localizedText(value);
const endingIn = (ms: number): JsonObject => ({
  expirationTime: new Date(NOW + ms).toISOString(),
});

describe('rows of files', () => {
  const video = { mimeType: 'video/mp4', sizeBytes: '12345678', state: 'ACTIVE' };

  it('are marked under two hours before they are deleted; that one failed, its icon says', () => {
    const mark = (resource: JsonObject, now?: number) => file.badge?.(resource, now)?.text;
    assert.equal(mark(endingIn(2 * HOUR), NOW), undefined);
    assert.equal(mark(endingIn(2 * HOUR - 1), NOW), '!');
    assert.equal(mark(endingIn(-1), NOW), '!');
    assert.equal(mark({ ...endingIn(HOUR), state: 'FAILED' }, NOW), undefined);
    assert.equal(file.condition?.({ state: 'FAILED' }), 'failed');
    assert.equal(mark(endingIn(HOUR)), undefined);
  });

  it('show the hash in hexadecimal, however the service writes it', () => {
    const hash = (sha256Hash: unknown) =>
      shownFile(
        file.tooltip({ sha256Hash } as JsonObject).find((row) => row.label.message === 'SHA-256')
          ?.value,
      );
    assert.equal(hash(Buffer.from(HEX, 'hex').toString('base64')), HEX);
    assert.equal(hash(HEX.toUpperCase()), HEX);
    for (const strange of ['', 'zz', 7, Buffer.from('x'.repeat(64)).toString('base64')]) {
      assert.equal(hash(strange), undefined, String(strange));
    }
  });

  it('are counted with what they take of the quota, as far as they are loaded', () => {
    const sum = (sizes: readonly string[], isWhole = true) => {
      const found = file.summary?.(
        sizes.map((sizeBytes) => ({ sizeBytes })),
        isWhole,
      );
      return found && [shownFile(found.short), shownFile(found.spoken)];
    };
    assert.equal(sum([]), undefined);
    assert.deepEqual(sum(['700000000', '500000000', 'x']), [
      '3 files · 1.2 of 20 GB',
      '3 files, 1.2 of 20 gigabytes used',
    ]);
    assert.deepEqual(sum(['12000000']), [
      '1 file · 12 MB of 20 GB',
      '1 file, 12 megabytes of 20 gigabytes used',
    ]);
    assert.equal(sum(['7', '8'], false)?.[0], 'at least 2 files · 15 bytes of 20 GB');
  });

  it('offer a download only where the service has one', () => {
    const can = (resource: JsonObject) => resourceVerbs('file', 'v1beta', resource);
    assert.ok(!can(video).includes('downloadFile'));
    assert.ok(can({ downloadUri: 'https://example.com/x' }).includes('downloadFile'));
  });
});
