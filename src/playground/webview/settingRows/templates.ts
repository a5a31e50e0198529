import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { RequestPart } from '../../../conversation/model/settings';

/** Something to begin a part of the settings with, in its editor. */
export interface PartTemplate {
  readonly id: string;
  readonly part: RequestPart;
  readonly label: () => string;
  /** What it is good for. */
  readonly detail: () => string;
  readonly value: JsonValue;
}

/** The names and descriptions in them are in English: models understand it best. */
export const PART_TEMPLATES: readonly PartTemplate[] = [
  {
    id: 'fields',
    part: 'responseSchema',
    label: () => l10n.t('Object'),
    detail: () => l10n.t('Fields with a name each, such as facts taken out of a text'),
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
    detail: () => l10n.t('As many as there are, each with the same fields'),
    value: {
      type: 'ARRAY',
      items: object({ name: { type: 'STRING' }, amount: { type: 'NUMBER' } }),
    },
  },
  {
    id: 'label',
    part: 'responseSchema',
    label: () => l10n.t('Label with a reason'),
    detail: () => l10n.t('One of several labels, and why it fits'),
    value: object({
      reason: { type: 'STRING', description: 'Why the label fits, in one sentence.' },
      label: { type: 'STRING', enum: ['positive', 'neutral', 'negative'] },
    }),
  },
  {
    id: 'value',
    part: 'responseSchema',
    label: () => l10n.t('One of several values'),
    detail: () => l10n.t('Nothing but the value; goes with the format of an enumeration too'),
    value: { type: 'STRING', enum: ['yes', 'no', 'unknown'] },
  },
  {
    id: 'weather',
    part: 'functions',
    label: () => l10n.t('Look something up'),
    detail: () => l10n.t('A place and a unit, as for the weather'),
    value: [
      {
        name: 'get_weather',
        description: 'Tells the weather of a city.',
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
    detail: () => l10n.t('A query, and how many results there may be'),
    value: [
      {
        name: 'search_documents',
        description: 'Finds the documents that fit a query best.',
        parameters: object(
          {
            query: { type: 'STRING', description: 'Words to look for.' },
            limit: { type: 'INTEGER', description: 'Most results to give; 10 without it.' },
          },
          ['query'],
        ),
      },
    ],
  },
  {
    id: 'change',
    part: 'functions',
    label: () => l10n.t('Make something'),
    detail: () => l10n.t('An entry with a time and a list, such as for a calendar'),
    value: [
      {
        name: 'create_event',
        description: 'Puts an event into the calendar.',
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
    detail: () => l10n.t('Nothing is asked for, such as for the time of day'),
    value: [{ name: 'get_time', description: 'Tells the time of day.' }],
  },
];

/** The schema of an object; all of its fields are required, or those that are named. */
function object(
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonObject {
  return { type: 'OBJECT', properties, required, propertyOrdering: Object.keys(properties) };
}
