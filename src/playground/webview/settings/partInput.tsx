import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { JsonObject, JsonValue } from '../../../api/schema/row';
import { isObject } from '../../../base/json';
import { Button } from '../../../webview/kit/button';
import type { FieldInput } from '../../../webview/kit/field';
import { openMenu } from '../../../webview/kit/menu';
import type { RequestPart } from '../../../conversation/model/settings';
import { useStore } from '../useStore';
import type { PartRow, SettingRow } from '../settingRows/row';
import { nameOf } from '../settingRows/rowValue';
import type { RowState } from '../state/settingsState';

interface PartTemplate {
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

export interface RowInputProps<R extends SettingRow> {
  readonly row: R;
  readonly input: FieldInput;
  readonly state: RowState;
  readonly onType: (typed: string) => void;
}

/** Summary of a JSON part, with buttons to edit it or to start from a template. */
export function PartInput({ row, input, state, onType }: RowInputProps<PartRow>): VNode {
  const { settings, format } = useStore();
  const { count } = row;
  const value = 'value' in state.parsed ? state.parsed.value : undefined;
  const many = Array.isArray(value) ? value.length : 1;
  const set = count ? (many === 1 ? count.one : count.many)(format.count(many)) : l10n.t('Set');
  const begin = ({ value: template }: PartTemplate): void => {
    onType(JSON.stringify(template));
    void settings.edit(row.part);
  };
  return (
    <div class="part-row">
      <span class="part-summary">{value === undefined ? l10n.t('None') : set}</span>
      {value === undefined && <TemplateButton row={row} onChoose={begin} />}
      <Button
        id={input.id}
        describedBy={input['aria-describedby']}
        label={l10n.t('Edit…')}
        name={l10n.t('Edit {0}…', nameOf(row))}
        kind="secondary"
        onClick={() => void settings.edit(row.part)}
      />
    </div>
  );
}

interface TemplateButtonProps {
  readonly row: PartRow;
  readonly onChoose: (template: PartTemplate) => void;
}

function TemplateButton({ row, onChoose }: TemplateButtonProps): VNode {
  const button = useRef<HTMLButtonElement>(null);
  const title = l10n.t('Create {0} from Template…', nameOf(row));
  const templates = PART_TEMPLATES.filter(({ part }) => part === row.part);
  const rows = templates.map(({ id, label, detail }) => ({
    id,
    label: label(),
    details: [detail()],
  }));
  return (
    <Button
      buttonRef={button}
      label={title}
      icon="add"
      bare
      hasMenu
      onClick={() => {
        if (!button.current) return;
        openMenu(button.current, {
          title,
          load: async () => ({ kind: 'actions', title, rows }),
          choose: (chosen) => {
            const template = templates.find(({ id }) => id === chosen.id);
            if (template) onChoose(template);
          },
        });
      }}
    />
  );
}

export function OpenEditor({ part }: { readonly part: RequestPart }): VNode | null {
  const { panel, settings } = useStore();
  const open = panel.value?.openParts.find((editor) => editor.part === part);
  if (!open) return null;
  return (
    <Button
      label={open.isDirty ? l10n.t('{0}, unsaved', open.name) : open.name}
      icon="go-to-file"
      kind="link"
      class="open-editor"
      title={l10n.t('Show {0} in the editor. Saving it updates this setting.', open.name)}
      onClick={() => void settings.edit(part)}
    />
  );
}
