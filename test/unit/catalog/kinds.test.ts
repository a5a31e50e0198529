import assert from 'node:assert/strict';
import { resourceVerbs } from '../../../src/catalog/actions';
import { compactNumber } from '../../../src/catalog/compactNumber';
import { findOperations, kindOperations, listVersion } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
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
const model = kindRow('model');
const shown = (value: { message: string; args: readonly (string | number)[] } | undefined) =>
  value && english.t(value.message, ...value.args);

describe('kinds', () => {
  it('finds the operations of a kind by its pattern', () => {
    assert.deepEqual(kindOperations('model'), { get: 'models.get', list: 'models.list' });
    assert.deepEqual(findOperations('nothing/*'), {});
  });

  it('lists in the preferred version where it can', () => {
    assert.equal(listVersion('model', 'v1'), 'v1');
    assert.equal(listVersion('model', 'v1beta3'), 'v1beta3');
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

  it('offers the playground only for models that generate', () => {
    assert.deepEqual(resourceVerbs('model', 'v1beta', flash), [
      'openPlayground',
      'open',
      'refresh',
      'copyName',
    ]);
    const embedder = { name: 'models/e', supportedGenerationMethods: ['embedContent'] };
    assert.deepEqual(resourceVerbs('model', 'v1beta', embedder), ['open', 'refresh', 'copyName']);
  });

  it('shortens counts', () => {
    const shortened = [
      0, 512, 999, 1000, 8192, 999_499, 999_500, 1_048_576, 99_949_999, 99_950_000,
    ];
    assert.deepEqual(shortened.map(compactNumber), [
      '0',
      '512',
      '999',
      '1k',
      '8k',
      '999k',
      '1.0M',
      '1.0M',
      '99.9M',
      '100M',
    ]);
  });
});
