import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/api/schema/row';
import { jsonSchemaProblems, schemaProblems } from '../../../../../src/api/schema/schemaRules';
import { withPart } from '../../../../../src/playground/host/partContent';
import { functionNames } from '../../../../../src/conversation/model/requestFields';
import { SETTING_ROWS } from '../../../../../src/playground/webview/settingRows/rows';
import { PART_TEMPLATES } from '../../../../../src/playground/webview/settings/partInput';

describe('templates of parts of the settings', () => {
  it('are what the editor of their part takes', () => {
    for (const { part, value, id } of PART_TEMPLATES) {
      assert.ok(part !== 'request');
      const { requests } = withPart({}, part, JSON.stringify(value));
      assert.ok(requests?.chat, id);
      const { names, invalid } = functionNames(requests.chat);
      assert.deepEqual([names.length, invalid], [part === 'functions' ? 1 : 0, []], id);
    }
  });

  it('are taken by the service', () => {
    for (const { part, value, id } of PART_TEMPLATES) {
      const schemas =
        part === 'functions'
          ? (value as readonly JsonObject[]).flatMap(({ parameters }) => parameters ?? [])
          : [value];
      const problems = (schema: JsonValue): unknown =>
        part === 'jsonSchema' ? jsonSchemaProblems(schema) : schemaProblems(schema, true);
      for (const schema of schemas) assert.deepEqual(problems(schema), [], id);
    }
  });

  it('are there for each part that has a field', () => {
    const parts = SETTING_ROWS.flatMap((row) => (row.kind === 'part' ? [row.part] : []));
    assert.deepEqual(new Set(PART_TEMPLATES.map(({ part }) => part)), new Set(parts));
    const ids = PART_TEMPLATES.map(({ id, part }) => `${part} ${id}`);
    assert.equal(new Set(ids).size, ids.length);
  });
});
