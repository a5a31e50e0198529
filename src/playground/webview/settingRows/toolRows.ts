import * as l10n from '@vscode/l10n';
import type { SettingRow } from './row';
import { MOST_INT32, tool } from './rowMakers';

/** What is searched for, and of which time. */
const SEARCH_ROWS: readonly SettingRow[] = [
  {
    key: 'searchWeb',
    kind: 'flag',
    label: () => l10n.t('Search for pages'),
    hint: () => l10n.t('Where neither is set, pages are searched.'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'searchTypes.webSearch' },
    needs: 'googleSearch',
  },
  {
    key: 'searchImages',
    kind: 'flag',
    label: () => l10n.t('Search for pictures'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'searchTypes.imageSearch' },
    needs: 'googleSearch',
  },
  {
    key: 'searchFrom',
    kind: 'day',
    label: () => l10n.t('Search from'),
    hint: () => l10n.t('Only what is of this day or later. The service wants both days, or none.'),
    section: 'tools',
    place: { tool: 'googleSearch', path: 'timeRangeFilter.startTime' },
    needs: 'googleSearch',
    range: { to: 'searchTo' },
  },
  {
    key: 'searchTo',
    kind: 'day',
    label: () => l10n.t('Search to'),
    hint: () => l10n.t('Only what is from before this day. The service wants both days, or none.'),
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
    hint: () => l10n.t('In degrees: where the user is.'),
    section: 'tools',
    place: { in: { chat: `toolConfig.retrievalConfig.latLng.${name}` } },
    whole: false,
    min: -most,
    max: () => most,
    needs: 'googleMaps',
  };
}

/** Where the user is, for what is looked up. */
const PLACE_ROWS: readonly SettingRow[] = [
  degrees('latitude', 90, () => l10n.t('Latitude')),
  degrees('longitude', 180, () => l10n.t('Longitude')),
];

/** Which stores are searched, and what of them. */
const FILE_ROWS: readonly SettingRow[] = [
  {
    key: 'fileSearch',
    kind: 'names',
    label: () => l10n.t('File search'),
    hint: () => l10n.t('Grounds the answer in documents of file search stores.'),
    section: 'tools',
    place: { tool: 'fileSearch', path: 'fileSearchStoreNames', isWhole: true },
    by: 'pickStores',
    button: () => l10n.t('Choose File Search Stores…'),
    count: (count) => l10n.t('{0} stores', count),
  },
  {
    key: 'fileFilter',
    kind: 'line',
    label: () => l10n.t('Only documents where'),
    hint: () => l10n.t('A condition on their metadata, such as {0}.', 'genre = "fiction"'),
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
    hint: () => l10n.t('How many are found for an answer.'),
    section: 'tools',
    place: { tool: 'fileSearch', path: 'topK' },
    whole: true,
    min: 1,
    max: () => MOST_INT32,
    anyRange: true,
    needs: 'fileSearch',
  },
];

/** What the model may use. */
export const TOOL_ROWS: readonly SettingRow[] = [
  {
    key: 'functions',
    kind: 'part',
    label: () => l10n.t('Functions'),
    hint: () => l10n.t('What the model may ask to be called.'),
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
    hint: () => l10n.t('Auto lets the model choose; any makes it call; none forbids it.'),
    section: 'tools',
    place: { in: { chat: 'toolConfig.functionCallingConfig.mode' } },
    options: ['AUTO', 'ANY', 'NONE', 'VALIDATED'],
  },
  tool('codeExecution', {
    label: () => l10n.t('Code execution'),
    hint: () => l10n.t('The model runs code of its own at the service.'),
  }),
  tool('googleSearch', {
    label: () => l10n.t('Google Search'),
    hint: () => l10n.t('Grounds the answer in what a search finds.'),
  }),
  ...SEARCH_ROWS,
  tool('urlContext', {
    label: () => l10n.t('URL context'),
    hint: () => l10n.t('Reads the web addresses of a message.'),
  }),
  tool('googleMaps', {
    label: () => l10n.t('Google Maps'),
    hint: () => l10n.t('Grounds the answer in places.'),
  }),
  ...PLACE_ROWS,
  // Of older models, whose search the newer ones refuse.
  tool('googleSearchRetrieval', {
    label: () => l10n.t('Google Search retrieval'),
    hint: () => l10n.t('The search of older models.'),
  }),
  ...FILE_ROWS,
  {
    key: 'computerUse',
    kind: 'choice',
    label: () => l10n.t('Computer use'),
    hint: () =>
      l10n.t('The model asks for clicks and keys on such a screen. They are shown, not made.'),
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
        'Google’s service calls the tools of these servers. Their headers are kept as secrets, not in the conversation.',
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
    label: () => l10n.t('Show what tools do'),
    hint: () =>
      l10n.t(
        "What the service's tools were called with and gave comes with the answer. Newer models do so wherever functions are set too.",
      ),
    section: 'tools',
    place: { in: { chat: 'toolConfig.includeServerSideToolInvocations' } },
  },
];
