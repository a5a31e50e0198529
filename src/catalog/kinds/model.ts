import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { compactNumber } from '../compactNumber';
import type { KindRow, TooltipRow } from '../kindRow';
import { text, type Text } from '../text';

function read(resource: JsonObject): Message<'Model'> {
  return resource;
}

/** What can be said of the limits; the service leaves out a limit of zero. */
function limits(
  resource: JsonObject,
  both: string,
  input: string,
  output: string,
): Text | undefined {
  const { inputTokenLimit, outputTokenLimit } = read(resource);
  if (inputTokenLimit && outputTokenLimit) {
    return text(both, compactNumber(inputTokenLimit), compactNumber(outputTokenLimit));
  }
  if (inputTokenLimit) return text(input, compactNumber(inputTokenLimit));
  if (outputTokenLimit) return text(output, compactNumber(outputTokenLimit));
  return undefined;
}

function tooltip(resource: JsonObject): readonly TooltipRow[] {
  const model = read(resource);
  const rows: TooltipRow[] = [];
  const add = (label: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '')
      rows.push({ label: text(label), value: text('{0}', value) });
  };
  add('Name', model.name);
  add('Version', model.version);
  add('Input limit (tokens)', model.inputTokenLimit?.toLocaleString('en'));
  add('Output limit (tokens)', model.outputTokenLimit?.toLocaleString('en'));
  add('Methods', model.supportedGenerationMethods?.join(', '));
  add('Default temperature', model.temperature);
  add('Highest temperature', model.maxTemperature);
  add('Default top-p', model.topP);
  add('Default top-k', model.topK);
  if (model.thinking) rows.push({ label: text('Thinking'), value: text('Yes') });
  return rows;
}

/** Models: what the service can run. Nothing of them can be changed. */
export const model = {
  pattern: 'models/*',
  message: 'Model',
  icon: 'chip',
  noun: text('model'),
  title: text('Models'),
  empty: text('The service lists no models.'),
  label: (resource) => read(resource).displayName ?? read(resource).name ?? '',
  description: (resource) => limits(resource, '{0} in · {1} out', '{0} in', '{0} out'),
  spoken: (resource) =>
    limits(
      resource,
      '{0} input tokens, {1} output tokens',
      '{0} input tokens',
      '{0} output tokens',
    ),
  tooltip,
  verbs: {
    openPlayground: (resource) =>
      read(resource).supportedGenerationMethods?.includes('generateContent') ?? false,
  },
} as const satisfies KindRow;
