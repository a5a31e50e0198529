import * as l10n from '@vscode/l10n';
import { type Extra, type FlagRow, MAX_INT32, type SettingRow } from './row';

function tool(name: string, extra: Extra<FlagRow>): FlagRow {
  return { key: name, kind: 'flag', section: 'tools', place: { tool: name }, ...extra };
}

const SEARCH_ROWS: readonly SettingRow[] = [
  {
    key: 'searchWeb',
    kind: 'flag',
    label: () => l10n.t('Search for pages'),
    hint: () => l10n.t('Default if neither is set.'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'searchTypes.webSearch' },
    needs: 'googleSearch',
  },
  {
    key: 'searchImages',
    kind: 'flag',
    label: () => l10n.t('Search for images'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'searchTypes.imageSearch' },
    needs: 'googleSearch',
  },
  {
    key: 'searchFrom',
    kind: 'day',
    label: () => l10n.t('Search start date'),
    hint: () => l10n.t('Only results from this date or later. Set both dates or neither.'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'timeRangeFilter.startTime' },
    needs: 'googleSearch',
    range: { to: 'searchTo' },
  },
  {
    key: 'searchTo',
    kind: 'day',
    label: () => l10n.t('Search end date'),
    hint: () => l10n.t('Only results from before this date. Set both dates or neither.'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'timeRangeFilter.endTime' },
    needs: 'googleSearch',
    range: { from: 'searchFrom' },
  },
];

function degrees(name: 'latitude' | 'longitude', most: number, label: () => string): SettingRow {
  return {
    key: name,
    kind: 'number',
    label,
    hint: () => l10n.t('The user’s location in degrees.'),
    section: 'tools',
    place: { in: { chat: `toolConfig.retrievalConfig.latLng.${name}` } },
    whole: false,
    min: -most,
    max: () => most,
    needs: 'googleMaps',
  };
}

const PLACE_ROWS: readonly SettingRow[] = [
  degrees('latitude', 90, () => l10n.t('Latitude')),
  degrees('longitude', 180, () => l10n.t('Longitude')),
];

const FILE_ROWS: readonly SettingRow[] = [
  {
    key: 'fileSearch',
    kind: 'names',
    label: () => l10n.t('File search'),
    hint: () => l10n.t('Grounds the response in documents from file search stores.'),
    section: 'tools',
    place: { tool: 'fileSearch', path: 'fileSearchStoreNames', isWhole: true },
    by: 'pickStores',
    button: () => l10n.t('Select File Search Stores…'),
    count: (count) => l10n.t('{0} stores', count),
  },
  {
    key: 'fileFilter',
    kind: 'line',
    label: () => l10n.t('Metadata filter'),
    hint: () => l10n.t('Condition on document metadata, such as {0}.', 'genre = "fiction"'),
    placeholder: () => l10n.t('All'),
    section: 'tools',
    place: { tool: 'fileSearch', path: 'metadataFilter' },
    needs: 'fileSearch',
    isFilter: true,
  },
  {
    key: 'filePassages',
    kind: 'number',
    label: () => l10n.t('Passages'),
    hint: () => l10n.t('Number of passages to retrieve.'),
    section: 'tools',
    place: { tool: 'fileSearch', path: 'topK' },
    whole: true,
    min: 1,
    max: () => MAX_INT32,
    anyRange: true,
    needs: 'fileSearch',
  },
];

export const TOOL_ROWS: readonly SettingRow[] = [
  {
    key: 'functions',
    kind: 'part',
    label: () => l10n.t('Functions'),
    hint: () => l10n.t('Functions that the model can call.'),
    section: 'tools',
    place: { tool: 'functionDeclarations' },
    part: 'functions',
    count: {
      one: (count) => l10n.t('{0} function', count),
      many: (count) => l10n.t('{0} functions', count),
    },
  },
  {
    key: 'functionCalling',
    kind: 'choice',
    label: () => l10n.t('Function calling'),
    hint: () =>
      l10n.t(
        'Auto: the model decides. Any: the model must call a function. None: no function calls.',
      ),
    section: 'tools',
    place: { in: { chat: 'toolConfig.functionCallingConfig.mode' } },
    options: ['AUTO', 'ANY', 'NONE', 'VALIDATED'],
  },
  {
    key: 'vscodeTools',
    kind: 'names',
    label: () => l10n.t('VS Code tools'),
    hint: () =>
      l10n.t(
        'Tools of VS Code, extensions, and your MCP servers in VS Code. They run on this machine after you click Run.',
      ),
    section: 'tools',
    place: { tools: 'vscode' },
    by: 'pickTools',
    button: () => l10n.t('Select VS Code Tools…'),
    count: (count) => l10n.t('{0} tools', count),
  },
  tool('codeExecution', {
    label: () => l10n.t('Code execution'),
    hint: () => l10n.t('The model runs its own code on the server.'),
  }),
  tool('googleSearch', {
    label: () => l10n.t('Google Search'),
    hint: () => l10n.t('Grounds the response in search results.'),
  }),
  ...SEARCH_ROWS,
  tool('urlContext', {
    label: () => l10n.t('URL context'),
    hint: () => l10n.t('Fetches the URLs in a message.'),
  }),
  tool('googleMaps', {
    label: () => l10n.t('Google Maps'),
    hint: () => l10n.t('Grounds the response in Google Maps data.'),
  }),
  ...PLACE_ROWS,
  // Legacy search tool, which newer models reject.
  tool('googleSearchRetrieval', {
    label: () => l10n.t('Google Search retrieval'),
    hint: () => l10n.t('Search tool for older models.'),
  }),
  ...FILE_ROWS,
  {
    key: 'computerUse',
    kind: 'choice',
    label: () => l10n.t('Computer use'),
    hint: () =>
      l10n.t(
        'The model requests clicks and keystrokes for this screen. They’re shown but not performed.',
      ),
    section: 'tools',
    place: { tool: 'computerUse', path: 'environment', isWhole: true },
    prefix: 'ENVIRONMENT_',
    options: ['ENVIRONMENT_BROWSER', 'ENVIRONMENT_MOBILE', 'ENVIRONMENT_DESKTOP'],
  },
  {
    key: 'mcpServers',
    kind: 'names',
    label: () => l10n.t('MCP servers'),
    hint: () =>
      l10n.t(
        'Google calls the tools of these servers. Their headers are stored as secrets, not in the conversation.',
      ),
    section: 'tools',
    place: { tool: 'mcpServers' },
    by: 'editServers',
    button: () => l10n.t('Edit MCP Servers…'),
    count: (count) => l10n.t('{0} servers', count),
  },
  {
    key: 'shownTools',
    kind: 'flag',
    label: () => l10n.t('Show built-in tool calls'),
    hint: () =>
      l10n.t(
        'Includes built-in tool calls and their results in the response. Newer models always do this when functions are set.',
      ),
    section: 'tools',
    place: { in: { chat: 'toolConfig.includeServerSideToolInvocations' } },
  },
];
