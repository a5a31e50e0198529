import { isObject, items, type JsonObject, type JsonValue, textAt } from '../../../base/json';
import type { Losses } from './media';
import { toJsonSchema } from './formats';

interface ToolPair {
  readonly field: string;
  readonly type: string;
  readonly options: { readonly [field: string]: string };
}

/** Tools that differ only in option names; other tools have separate functions. */
const TOOL_PAIRS: readonly ToolPair[] = [
  { field: 'codeExecution', type: 'code_execution', options: {} },
  { field: 'urlContext', type: 'url_context', options: {} },
  { field: 'googleMaps', type: 'google_maps', options: { enableWidget: 'enable_widget' } },
  {
    field: 'fileSearch',
    type: 'file_search',
    options: {
      fileSearchStoreNames: 'file_search_store_names',
      topK: 'top_k',
      metadataFilter: 'metadata_filter',
    },
  },
];

const SEARCHES = [
  ['webSearch', 'web_search'],
  ['imageSearch', 'image_search'],
] as const;
const SCREEN = 'ENVIRONMENT_';
const PLACE = ['latitude', 'longitude'] as const;

/** Converts tools to interaction tools, with the user location for Google Maps. */
export function toInteractionTools(
  tools: JsonValue | undefined,
  latLng: JsonValue | undefined,
  losses: Losses,
): readonly JsonObject[] {
  const all = items(tools)
    .filter(isObject)
    .flatMap((tool) =>
      Object.entries(tool).flatMap(([field, of]) => toInteractionTool(field, of, losses)),
    );
  if (!isObject(latLng)) return all;
  if (!all.some(({ type }) => type === 'google_maps')) {
    losses.add('toolConfig.retrievalConfig.latLng', 'noField');
  }
  return all.map((tool) => (tool.type === 'google_maps' ? { ...tool, ...latLng } : tool));
}

function toInteractionTool(
  field: string,
  of: JsonValue | undefined,
  losses: Losses,
): readonly JsonObject[] {
  const at = `tools[].${field}`;
  const pair = TOOL_PAIRS.find((one) => one.field === field);
  if (field === 'functionDeclarations') {
    return items(of)
      .filter(isObject)
      .map((one) => toInteractionFunction(one, at, losses));
  }
  if (field === 'mcpServers') {
    return items(of)
      .filter(isObject)
      .map((one) => toInteractionServer(one, at, losses));
  }
  if (!isObject(of)) return [];
  if (pair) return [{ type: pair.type, ...renamed(of, pair.options, at, losses) }];
  if (field === 'googleSearch') return [toInteractionSearch(of, at, losses)];
  if (field === 'computerUse') return [toInteractionComputerUse(of, at, losses)];
  losses.add(at, 'noField');
  return [];
}

function toInteractionFunction(
  { name, description, parameters, parametersJsonSchema, ...rest }: JsonObject,
  at: string,
  losses: Losses,
): JsonObject {
  leave(rest, at, losses);
  const schema =
    parametersJsonSchema ?? (isObject(parameters) ? toJsonSchema(parameters) : undefined);
  return {
    type: 'function',
    name: name ?? '',
    ...(description !== undefined && { description }),
    ...(schema !== undefined && { parameters: schema }),
  };
}

function toInteractionServer(
  { name, streamableHttpTransport, ...rest }: JsonObject,
  at: string,
  losses: Losses,
): JsonObject {
  leave(rest, at, losses);
  const { url, headers, ...more } = isObject(streamableHttpTransport)
    ? streamableHttpTransport
    : {};
  leave(more, `${at}.streamableHttpTransport`, losses);
  return {
    type: 'mcp_server',
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(headers !== undefined && { headers }),
  };
}

function toInteractionSearch(
  { searchTypes, ...rest }: JsonObject,
  at: string,
  losses: Losses,
): JsonObject {
  leave(rest, at, losses);
  if (!isObject(searchTypes)) return { type: 'google_search' };
  const types = SEARCHES.flatMap(([name, word]) => (searchTypes[name] === undefined ? [] : [word]));
  return { type: 'google_search', search_types: types };
}

function toInteractionComputerUse(
  { environment, disabledSafetyPolicies, ...rest }: JsonObject,
  at: string,
  losses: Losses,
): JsonObject {
  const options = {
    excludedPredefinedFunctions: 'excluded_predefined_functions',
    enablePromptInjectionDetection: 'enable_prompt_injection_detection',
  };
  const policies = items(disabledSafetyPolicies).map((one) => String(one).toLowerCase());
  return {
    type: 'computer_use',
    ...(typeof environment === 'string' && {
      environment: environment.replace(SCREEN, '').toLowerCase(),
    }),
    ...(disabledSafetyPolicies !== undefined && { disabled_safety_policies: policies }),
    ...renamed(rest, options, at, losses),
  };
}

export function toGenerateContentTools(
  tools: JsonValue | undefined,
  losses: Losses,
): { readonly tools: readonly JsonObject[]; readonly latLng?: JsonObject } {
  const all = items(tools).filter(isObject);
  const maps = all.find(({ type, latitude }) => type === 'google_maps' && latitude !== undefined);
  const { latitude, longitude } = maps ?? {};
  const place = maps && { latLng: { latitude, longitude } };
  return { tools: all.flatMap((tool) => toGenerateContentTool(tool, losses)), ...place };
}

function toGenerateContentTool(tool: JsonObject, losses: Losses): readonly JsonObject[] {
  const { type: _type, ...of } = tool;
  const type = textAt(tool, 'type');
  const at = `tools[].${type}`;
  const pair = TOOL_PAIRS.find((one) => one.type === type);
  if (pair) {
    const place: readonly string[] = pair.type === 'google_maps' ? PLACE : [];
    const options = Object.entries(of).filter(([name]) => !place.includes(name));
    const names = Object.fromEntries(Object.entries(pair.options).map(([a, b]) => [b, a]));
    return [{ [pair.field]: renamed(Object.fromEntries(options), names, at, losses) }];
  }
  switch (type) {
    case 'function': {
      const { name = '', description, parameters, ...rest } = of;
      leave(rest, at, losses);
      const declaration = {
        name,
        ...(description !== undefined && { description }),
        ...(parameters !== undefined && { parametersJsonSchema: parameters }),
      };
      return [{ functionDeclarations: [declaration] }];
    }
    case 'mcp_server': {
      const { name, url, headers, ...rest } = of;
      leave(rest, at, losses);
      const transport = {
        ...(url !== undefined && { url }),
        ...(headers !== undefined && { headers }),
      };
      const server = { ...(name !== undefined && { name }), streamableHttpTransport: transport };
      return [{ mcpServers: [server] }];
    }
    case 'google_search':
      return [{ googleSearch: toGenerateContentSearch(of, at, losses) }];
    case 'computer_use':
      return [{ computerUse: toGenerateContentComputerUse(of, at, losses) }];
    default:
      losses.add(at, 'noField');
      return [];
  }
}

function toGenerateContentSearch(
  { search_types: types, ...rest }: JsonObject,
  at: string,
  losses: Losses,
): JsonObject {
  leave(rest, at, losses);
  if (types === undefined) return {};
  const words = items(types);
  const known = SEARCHES.filter(([, word]) => words.includes(word));
  if (known.length < words.length) losses.add(`${at}.search_types`, 'noValue');
  return { searchTypes: Object.fromEntries(known.map(([name]) => [name, {}])) };
}

function toGenerateContentComputerUse(
  { environment, disabled_safety_policies: policies, ...rest }: JsonObject,
  at: string,
  losses: Losses,
): JsonObject {
  const options = {
    excluded_predefined_functions: 'excludedPredefinedFunctions',
    enable_prompt_injection_detection: 'enablePromptInjectionDetection',
  };
  return {
    ...(typeof environment === 'string' && {
      environment: `${SCREEN}${environment.toUpperCase()}`,
    }),
    ...(policies !== undefined && {
      disabledSafetyPolicies: items(policies).map((one) => String(one).toUpperCase()),
    }),
    ...renamed(rest, options, at, losses),
  };
}

function renamed(
  of: JsonObject,
  names: { readonly [name: string]: string },
  at: string,
  losses: Losses,
): JsonObject {
  const known = Object.entries(of).flatMap(([name, value]) => {
    const other = names[name];
    return other === undefined ? [] : [[other, value] as const];
  });
  leave(Object.fromEntries(Object.entries(of).filter(([name]) => !(name in names))), at, losses);
  return Object.fromEntries(known);
}

function leave(rest: JsonObject, at: string, losses: Losses): void {
  for (const field of Object.keys(rest)) losses.add(`${at}.${field}`, 'noField');
}
