import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import {
  findOperations,
  kindOperations,
  listVersion,
  resourceVerbs,
} from '../../../src/catalog/kindOperations';
import { kindIds, kindRow } from '../../../src/catalog/kinds';
import { english } from '../../fakes/l10n';

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
const model = kindRow('model');
const tuned = kindRow('tunedModel');
const shown = (value: { message: string; args: readonly (string | number)[] } | undefined) =>
  value && english.t(value.message, ...value.args);

describe('kinds', () => {
  it('finds the operations of a kind by its pattern', () => {
    assert.deepEqual(kindOperations('model'), { get: 'models.get', list: 'models.list' });
    assert.deepEqual(kindOperations('tunedModel'), {
      get: 'tunedModels.get',
      list: 'tunedModels.list',
      create: 'tunedModels.create',
      patch: 'tunedModels.patch',
      delete: 'tunedModels.delete',
    });
    assert.deepEqual(findOperations('nothing/*', 'Nothing'), {});
  });

  it('lists in the preferred version where it can', () => {
    assert.equal(listVersion('model', 'v1'), 'v1');
    assert.equal(listVersion('model', 'v1beta3'), 'v1beta3');
    assert.equal(listVersion('tunedModel', 'v1'), 'v1beta');
    assert.equal(listVersion('tunedModel', 'v1beta3'), 'v1beta3');
  });

  it('describes a model by its limits', () => {
    assert.equal(model.label(flash), 'Flash');
    assert.equal(shown(model.description(flash)), '1.0M in · 8k out');
    assert.equal(shown(model.description({ name: 'models/x', outputTokenLimit: 900 })), '900 out');
    assert.equal(model.description({ name: 'models/x' }), undefined);
    assert.equal(model.label({ name: 'models/x' }), 'models/x');
  });

  it('takes no value for a model that has another type than the table says', () => {
    const strange = {
      name: 'models/x',
      displayName: 7,
      version: { a: 1 },
      inputTokenLimit: '1000',
      outputTokenLimit: {},
      supportedGenerationMethods: {},
      temperature: [],
      thinking: 'yes',
    };
    assert.equal(model.label(strange), 'models/x');
    assert.equal(model.label({ name: 'models/x', displayName: ' ' }), 'models/x');
    assert.equal(model.description(strange), undefined);
    const rows = model.tooltip(strange).map(({ label, value }) => [shown(label), shown(value)]);
    assert.deepEqual(rows, [['Name', 'models/x']]);
    assert.deepEqual(resourceVerbs('model', 'v1beta', strange), ['open', 'refresh', 'copyName']);
  });

  it('has version, limits, methods and sampling in the tooltip', () => {
    const rows = model.tooltip(flash).map(({ label, value }) => [shown(label), shown(value)]);
    assert.deepEqual(rows, [
      ['Name', 'models/flash'],
      ['Version', '001'],
      ['Input limit (tokens)', '1,048,576'],
      ['Output limit (tokens)', '8,192'],
      ['Methods', 'generateContent, countTokens'],
      ['Default temperature', '1'],
      ['Default top-p', '0.95'],
    ]);
  });

  it('speaks its limits without a plural: models of vectors give one token', () => {
    const embedding = { name: 'models/e', inputTokenLimit: 2048, outputTokenLimit: 1 };
    assert.equal(shown(model.spoken(embedding)), 'input tokens: 2k, output tokens: 1');
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

  it('describes a tuned model by its state and what was tuned', () => {
    const described = (resource: JsonObject) =>
      [tuned.description(resource), tuned.spoken(resource)].map(shown);
    assert.equal(tuned.label(haikus), 'Haikus');
    assert.deepEqual(described(haikus), ['active · flash-001', 'active, tuned from flash-001']);
    assert.deepEqual(
      described({ state: 'FAILED', tunedModelSource: { tunedModel: 'tunedModels/a' } }),
      ['failed · tunedModels/a', 'failed, tuned from tunedModels/a'],
    );
    assert.deepEqual(described({ state: 'CREATING' }), ['in training', 'in training']);
    assert.deepEqual(described({ baseModel: 'models/m' }), ['m', 'tuned from m']);
    assert.deepEqual(described({ state: 'toString', baseModel: 7, tunedModelSource: 'x' }), [
      undefined,
      undefined,
    ]);
  });

  it('has state, times and hyperparameters of a tuned model in the tooltip, and no foreign type', () => {
    const rows = (resource: JsonObject) =>
      tuned.tooltip(resource).map(({ label, value }) => [shown(label), shown(value)]);
    assert.deepEqual(rows(haikus), [
      ['Name', 'tunedModels/haikus'],
      ['State', 'active'],
      ['Tuned from', 'models/flash-001'],
      ['Created', '2026-01-02T03:04:05Z'],
      ['Epochs', '5'],
      ['Batch size', '4'],
      ['Learning rate', '0.001'],
      ['Default temperature', '0'],
    ]);
    const strange = { name: 7, state: [], tuningTask: 'x', temperature: {}, createTime: 1 };
    assert.deepEqual(rows(strange), []);
  });

  it('lets a tuned model be asked, shared, renamed and deleted, and a failed one not be asked', () => {
    const can = (resource: JsonObject) => resourceVerbs('tunedModel', 'v1beta', resource);
    const most = ['share', 'transferOwnership', 'open', 'refresh', 'rename', 'delete', 'copyName'];
    assert.deepEqual(can(haikus), ['openPlayground', ...most]);
    assert.deepEqual(can({ ...haikus, state: 'FAILED' }), most);
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
    assert.deepEqual(row.refuses?.(owner), ['delete']);
  });

  it('knows what work goes on, and how far it is', () => {
    const operation = kindRow('tunedModelOperation');
    const at = (metadata: JsonObject) => shown(operation.description({ metadata }));
    assert.equal(at({ totalSteps: 40, completedSteps: 10 }), 'running · 25 %');
    assert.equal(at({ completedPercent: 33.7 }), 'running · 33 %');
    assert.equal(at({ totalSteps: 0 }), 'running');
    assert.equal(operation.condition?.({}), 'busy');
    assert.equal(operation.condition({ done: true }), undefined);
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

  it('opens only the models from the start, so that a look at the tree costs one request', () => {
    assert.deepEqual(
      kindIds().filter((kind) => kindRow(kind).startsOpen),
      ['model'],
    );
  });
});
