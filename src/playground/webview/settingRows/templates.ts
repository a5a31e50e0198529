import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import { isObject } from '../../../base/json';
import type { RequestPart } from '../../../conversation/model/settings';

export interface PartTemplate {
  readonly id: string;
  readonly part: RequestPart;
  readonly label: () => string;
  readonly detail: () => string;
  readonly value: JsonValue;
}

/** Names and descriptions are in English because models understand English best. */
const OWN_TEMPLATES: readonly PartTemplate[] = [
  {
    id: 'fields',
    part: 'responseSchema',
    label: () => l10n.t('Object'),
    detail: () => l10n.t('Named fields, such as facts extracted from text'),
    value: object({
      name: { type: 'STRING' },
      year: { type: 'INTEGER', nullable: true },
      tags: { type: 'ARRAY', items: { type: 'STRING' } },
    }),
  },
  {
    id: 'list',
    part: 'responseSchema',
    label: () => l10n.t('List of objects'),
    detail: () => l10n.t('Any number of objects with the same fields'),
    value: {
      type: 'ARRAY',
      items: object({ name: { type: 'STRING' }, amount: { type: 'NUMBER' } }),
    },
  },
  {
    id: 'label',
    part: 'responseSchema',
    label: () => l10n.t('Label with a reason'),
    detail: () => l10n.t('One of several labels, with the reason'),
    value: object({
      reason: { type: 'STRING', description: 'Reason for the label, in one sentence.' },
      label: { type: 'STRING', enum: ['positive', 'neutral', 'negative'] },
    }),
  },
  {
    id: 'value',
    part: 'responseSchema',
    label: () => l10n.t('One of several values'),
    detail: () => l10n.t('Only the value. Also works with the enum format.'),
    value: { type: 'STRING', enum: ['yes', 'no', 'unknown'] },
  },
  {
    id: 'weather',
    part: 'functions',
    label: () => l10n.t('Look up data'),
    detail: () => l10n.t('A place and a unit, for example for weather'),
    value: [
      {
        name: 'get_weather',
        description: 'Returns the current weather in a city.',
        parameters: object(
          {
            city: { type: 'STRING', description: 'Name of the city, such as Rome.' },
            unit: { type: 'STRING', enum: ['celsius', 'fahrenheit'] },
          },
          ['city'],
        ),
      },
    ],
  },
  {
    id: 'search',
    part: 'functions',
    label: () => l10n.t('Search'),
    detail: () => l10n.t('A query and the number of results'),
    value: [
      {
        name: 'search_documents',
        description: 'Finds the documents that best match a query.',
        parameters: object(
          {
            query: { type: 'STRING', description: 'Search terms.' },
            limit: { type: 'INTEGER', description: 'Maximum number of results. Default: 10.' },
          },
          ['query'],
        ),
      },
    ],
  },
  {
    id: 'change',
    part: 'functions',
    label: () => l10n.t('Create item'),
    detail: () => l10n.t('An entry with a time and a list, for example for a calendar'),
    value: [
      {
        name: 'create_event',
        description: 'Adds an event to the calendar.',
        parameters: object(
          {
            title: { type: 'STRING' },
            start: { type: 'STRING', description: 'As in 2026-01-31T09:30.' },
            guests: { type: 'ARRAY', items: { type: 'STRING' } },
          },
          ['title', 'start'],
        ),
      },
    ],
  },
  {
    id: 'bare',
    part: 'functions',
    label: () => l10n.t('Without parameters'),
    detail: () => l10n.t('No input, for example for the current time'),
    value: [{ name: 'get_time', description: 'Returns the current time.' }],
  },
];

/** Templates of response schemas also exist as JSON Schema. */
export const PART_TEMPLATES: readonly PartTemplate[] = [
  ...OWN_TEMPLATES,
  ...OWN_TEMPLATES.filter(({ part }) => part === 'responseSchema').map((template) => ({
    ...template,
    part: 'jsonSchema' as const,
    value: JSON.parse(JSON.stringify(template.value), toJsonSchema) as JsonValue,
  })),
];

/** Converts each part of a schema, from the inside out. */
function toJsonSchema(_name: string, value: unknown): unknown {
  if (!isObject(value) || typeof value.type !== 'string') return value;
  const { type, nullable, propertyOrdering: _, ...rest } = value;
  const plain = type.toLowerCase();
  return { type: nullable === true ? [plain, 'null'] : plain, ...rest };
}

/** Returns an object schema. By default, all fields are required. */
function object(
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonObject {
  return { type: 'OBJECT', properties, required, propertyOrdering: Object.keys(properties) };
}
