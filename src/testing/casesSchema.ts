import type { JsonObject } from '../base/json';
import { table } from '../catalog/readmeTables';
import { MAX_REPEATS } from './case';
import { CHECK_TYPES, checks } from './checks';
import type { CheckFields, CheckRow } from './checks/row';

export function testsSchema(): {
  readonly properties: JsonObject;
  readonly definitions: JsonObject;
} {
  return {
    properties: {
      cases: {
        type: 'array',
        description: 'Test cases for this prompt, with assertions on the responses.',
        items: { $ref: '#/definitions/case' },
      },
      casesFiles: {
        type: 'array',
        description:
          'Files with additional test cases, such as ./kite.cases.jsonl or ./kite.cases.csv.',
        items: {
          ...PATH,
          pattern: String.raw`^(?![/\\]|[A-Za-z][\w+.-]*:).+\.cases\.(jsonl|csv|tsv)$`,
          patternErrorMessage:
            'Must be a path relative to this file’s folder that ends with .cases.jsonl, .cases.csv, or .cases.tsv.',
        },
      },
      matrix: MATRIX,
    },
    definitions: { case: caseSchema(), check: checkSchema() },
  };
}

export function casesSchema(settings: JsonObject): JsonObject {
  const { definitions } = testsSchema();
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Prompt test case',
    description: 'A line in a *.cases.jsonl file.',
    $ref: '#/definitions/case',
    definitions: { ...definitions, settings },
  };
}

/** VS Code shows `patternErrorMessage` instead of the regular expression. */
const PATH = {
  type: 'string',
  pattern: String.raw`^(?![/\\]|[A-Za-z][\w+.-]*:).`,
  patternErrorMessage: 'Must be a path relative to this file’s folder, such as ./kite.png.',
} as const;
const MODEL = {
  type: 'string',
  pattern: String.raw`^(models|tunedModels)/[^\s/?#%:]+$`,
  patternErrorMessage: 'Must be a resource name, such as models/my-model.',
} as const;

const MATRIX: JsonObject = {
  type: 'object',
  description:
    'Runs the test cases with every combination of these models, settings, and prompt versions.',
  properties: {
    models: {
      type: 'array',
      items: MODEL,
      description: 'Resource names of models to use instead of the prompt’s model.',
    },
    settings: {
      type: 'array',
      description: 'Sets of settings that override the prompt’s settings.',
      items: {
        allOf: [{ $ref: '#/definitions/settings' }],
        required: ['name'],
        properties: { name: { type: 'string', description: 'Name that identifies the results.' } },
      },
    },
    prompts: {
      type: 'array',
      items: PATH,
      description: 'Other prompt files to test as versions of this prompt.',
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
      name: { type: 'string', description: 'Name that identifies the test case.' },
      variables: {
        type: 'object',
        description: 'Values of the variables. Default: the values in the prompt.',
        additionalProperties: {
          type: ['string', 'number', 'boolean', 'array'],
          items: { type: 'string' },
        },
      },
      attachments: {
        type: 'array',
        maxItems: 100,
        description: 'Files attached to the last message.',
        items: {
          type: 'object',
          required: ['path'],
          properties: {
            path: {
              ...PATH,
              description: 'Path relative to this file’s folder, such as ./kite.png.',
            },
            mimeType: { type: 'string' },
            sha256: {
              type: 'string',
              pattern: '^[0-9A-Fa-f]{64}$',
              patternErrorMessage: 'Must be a SHA-256 hash of 64 hexadecimal digits.',
            },
          },
        },
      },
      model: {
        ...MODEL,
        description: 'Runs the test case with this model only, overriding all other models.',
      },
      settings: { $ref: '#/definitions/settings' },
      tags: {
        type: 'array',
        items: { type: 'string' },
        description: 'Tags for selecting test cases.',
      },
      response: {
        type: 'string',
        description: 'Text to check instead of a new response. The prompt isn’t sent.',
      },
      repeat: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_REPEATS,
        description: 'Number of times to run the test case. Default: 1.',
      },
      passAt: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'Fraction of the runs that must pass. Default: all runs.',
      },
      expect: {
        type: 'array',
        description: 'Assertions on the response. All must pass.',
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
        description: 'Type of the assertion.',
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

export function checksTable(): string {
  const rows = CHECK_TYPES.map((type) => {
    const { doc, example }: CheckRow = checks[type];
    return [`\`${type}\``, doc, `\`${JSON.stringify({ type, ...example })}\``];
  });
  const cells = [['Assertion', 'Passes if', 'Example'], ...rows];
  return table(cells.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`))));
}
