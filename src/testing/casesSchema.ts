import type { JsonObject } from '../base/json';
import { table } from '../catalog/readmeTables';
import { MOST_REPEATS } from './case';
import { CHECK_TYPES, checks } from './checks';
import type { CheckFields, CheckRow } from './checks/row';

/** The parts of the schema of prompt files that are about tests: made of the table of checks. */
export function testsSchema(): {
  readonly properties: JsonObject;
  readonly definitions: JsonObject;
} {
  return {
    properties: {
      cases: {
        type: 'array',
        description:
          'Examples that this prompt is tried with, and what is expected of the answers.',
        items: { $ref: '#/definitions/case' },
      },
      casesFiles: {
        type: 'array',
        description: 'Files with more of them, such as ./kite.cases.jsonl or ./kite.cases.csv.',
        items: {
          ...PATH,
          pattern: String.raw`^(?![/\\]|[A-Za-z][\w+.-]*:).+\.cases\.(jsonl|csv|tsv)$`,
          patternErrorMessage:
            'It has to be a path from the folder of this file that ends with .cases.jsonl, .cases.csv or .cases.tsv.',
        },
      },
      matrix: MATRIX,
    },
    definitions: { case: caseSchema(), check: checkSchema() },
  };
}

/** The schema of one line of a file of cases. */
export function casesSchema(settings: JsonObject): JsonObject {
  const { definitions } = testsSchema();
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Test case of a prompt',
    description: 'A line of a *.cases.jsonl file.',
    $ref: '#/definitions/case',
    definitions: { ...definitions, settings },
  };
}

/** Editors say `patternErrorMessage` in place of the expression. */
const PATH = {
  type: 'string',
  pattern: String.raw`^(?![/\\]|[A-Za-z][\w+.-]*:).`,
  patternErrorMessage: 'It has to be a path from the folder of this file, such as ./kite.png.',
} as const;
const MODEL = {
  type: 'string',
  pattern: String.raw`^(models|tunedModels)/[^\s/?#%:]+$`,
  patternErrorMessage: 'It has to be a name such as models/my-model.',
} as const;

const MATRIX: JsonObject = {
  type: 'object',
  description:
    'The same cases with other models, settings or versions of the prompt: each with each.',
  properties: {
    models: { type: 'array', items: MODEL, description: 'Resource names, in place of the model.' },
    settings: {
      type: 'array',
      description: 'Each goes over the settings of the prompt.',
      items: {
        allOf: [{ $ref: '#/definitions/settings' }],
        required: ['name'],
        properties: { name: { type: 'string', description: 'By which results are told apart.' } },
      },
    },
    prompts: {
      type: 'array',
      items: PATH,
      description: 'Other prompt files, which are other versions of this one.',
    },
  },
};

function caseSchema(): JsonObject {
  return {
    type: 'object',
    required: ['expect'],
    additionalProperties: false,
    defaultSnippets: [
      { body: { name: '$1', variables: {}, expect: [{ type: 'contains', value: '$2' }] } },
    ],
    properties: {
      name: { type: 'string', description: 'By which it is told apart from the others.' },
      variables: {
        type: 'object',
        description: 'Values of the variables; those without one have what the prompt proposes.',
        additionalProperties: {
          type: ['string', 'number', 'boolean', 'array'],
          items: { type: 'string' },
        },
      },
      attachments: {
        type: 'array',
        maxItems: 100,
        description: 'Files that go with the last message.',
        items: {
          type: 'object',
          required: ['path'],
          properties: {
            path: { ...PATH, description: 'From the folder of this file, such as ./kite.png.' },
            mimeType: { type: 'string' },
            sha256: {
              type: 'string',
              pattern: '^[0-9A-Fa-f]{64}$',
              patternErrorMessage: 'It has to be a SHA-256 as 64 hexadecimal digits.',
            },
          },
        },
      },
      model: { ...MODEL, description: 'Asks this model alone, whatever else names one.' },
      settings: { $ref: '#/definitions/settings' },
      tags: {
        type: 'array',
        items: { type: 'string' },
        description: 'By which some of the cases are chosen.',
      },
      repeat: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_REPEATS,
        description: 'How often it is asked; once where absent.',
      },
      passAt: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'Share of the repeats that have to pass; all where absent.',
      },
      expect: {
        type: 'array',
        description: 'What is expected of the answer; all of it has to hold.',
        items: { $ref: '#/definitions/check' },
      },
    },
  };
}

function checkSchema(): JsonObject {
  const rows = CHECK_TYPES.map((type): readonly [string, CheckRow] => [type, checks[type]]);
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        enum: CHECK_TYPES,
        enumDescriptions: rows.map(([, { doc }]) => doc),
        description: 'What is expected.',
      },
    },
    defaultSnippets: rows.map(([type, { doc, example }]) => ({
      label: type,
      description: doc,
      body: { type, ...example },
    })),
    allOf: rows.map(([type, row]) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      then: {
        description: row.doc,
        required: Object.keys(row.required),
        properties: { type: true, ...fieldSchemas(row.required), ...fieldSchemas(row.optional) },
        additionalProperties: false,
      },
    })),
  };
}

function fieldSchemas(fields: CheckFields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { doc, schema }]) => [
      name,
      { ...schema, description: doc },
    ]),
  );
}

/** The checks as a table of Markdown. */
export function checksTable(): string {
  const rows = CHECK_TYPES.map((type) => {
    const { doc, example }: CheckRow = checks[type];
    return [`\`${type}\``, doc, `\`${JSON.stringify({ type, ...example })}\``];
  });
  const cells = [['Check', 'What it expects', 'Example'], ...rows];
  return table(cells.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`))));
}
