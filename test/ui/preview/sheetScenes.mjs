/**
 * Pages with tables, curves and findings to look at, each as its host would send it.
 * @typedef {import('../../../src/platform/sheet.js').Sheet} Sheet
 * @typedef {import('../../../src/platform/sheet.js').SheetFinding} SheetFinding
 * @typedef {import('../../../src/webview/tableRows.js').TableRow} TableRow
 */

/** @param {readonly string[]} titles */
const columns = (...titles) => titles.map((title) => ({ title }));

const actions = /** @type {const} */ ([
  { id: 'changeRole', title: 'Change Role…' },
  { id: 'revoke', title: 'Revoke…', tone: 'danger' },
]);

/**
 * @param {number} at
 * @param {string} resource
 * @param {string} kind
 * @param {string} who
 * @param {string} role
 * @returns {TableRow}
 */
function access(at, resource, kind, who, role) {
  return {
    id: `p${at}`,
    isSelectable: role !== 'owner',
    ...(who === 'Everyone' && { tone: 'danger' }),
    cells: [
      { text: resource, action: 'open' },
      { text: kind, tone: 'muted' },
      { text: who },
      { text: role },
    ],
  };
}

/** @type {readonly (readonly [resource: string, kind: string, who: string, role: string])[]} */
const PERMISSIONS = [
  ['Haiku writer', 'tuned model', 'Everyone', 'reader'],
  ['Letters from the lighthouse', 'corpus', 'Everyone', 'reader'],
  ['Field notes', 'corpus', 'grace.with.a.long.address@department.example.com', 'writer'],
  ['Field notes', 'corpus', 'ada@example.com', 'owner'],
];

/** @type {Sheet} */
const audit = {
  title: 'Access',
  blocks: [
    { kind: 'heading', text: 'Who has access: Built-in Emulator' },
    { kind: 'text', text: '4 permissions on 3 resources.', tone: 'muted' },
    { kind: 'text', text: '2 resources are shared with everyone.', tone: 'danger' },
    {
      kind: 'buttons',
      buttons: [
        { id: 'filter', title: 'Show Only Resources Shared with Everyone' },
        { id: 'csv', title: 'Copy as CSV' },
        { id: 'again', title: 'Refresh' },
      ],
    },
    {
      kind: 'table',
      id: 'access',
      caption: 'Permissions',
      actions,
      empty: '',
      columns: columns('Resource', 'Kind', 'Who', 'Role'),
      rows: PERMISSIONS.map((permission, at) => access(at, ...permission)),
    },
    {
      kind: 'table',
      id: 'unread',
      caption: 'Couldn’t be loaded',
      empty: '',
      columns: columns('Resource', 'Reason'),
      rows: [
        {
          id: 'old',
          cells: [
            { text: 'Old corpus', action: 'open' },
            { text: 'Only its owner may list the permissions of corpora/old-corpus-9x8y7z.' },
          ],
        },
      ],
    },
  ],
};

/** @type {Sheet} */
const empty = {
  title: 'Access',
  isBusy: true,
  blocks: [
    { kind: 'heading', text: 'Who has access: Built-in Emulator' },
    { kind: 'text', text: 'Loaded permissions for 0 of 12 resources.', tone: 'muted' },
    { kind: 'text', text: '' },
    {
      kind: 'table',
      id: 'access',
      caption: 'Permissions',
      actions,
      rows: [],
      columns: columns('Resource', 'Kind', 'Who', 'Role'),
      empty: 'No permissions loaded yet',
    },
  ],
};

/** @type {Sheet} */
const long = {
  title: 'Access',
  blocks: [
    { kind: 'heading', text: 'Who has access: Work' },
    {
      kind: 'table',
      id: 'access',
      caption: 'Permissions',
      actions,
      empty: '',
      columns: columns('Resource', 'Kind', 'Who', 'Role'),
      rows: Array.from({ length: 3000 }, (_, at) =>
        access(at, `Notes ${at}`, 'corpus', `person${at}@example.com`, 'reader'),
      ),
    },
  ],
};

/** @param {number} step */
const meanLoss = (step) => 2.4 * Math.exp(-step / 6) + 0.4;

/** @type {Sheet} */
const loss = {
  title: 'Loss Curve: Haikus',
  blocks: [
    { kind: 'heading', text: 'Loss Curve: Haikus' },
    {
      kind: 'facts',
      rows: [
        ['State', 'done'],
        ['Last step', '30'],
        ['Lowest loss', '0.4162'],
      ],
    },
    {
      kind: 'chart',
      caption: 'Mean loss by step: from 2.432 at step 1 to 0.4162 at step 30.',
      xTitle: 'Step',
      yTitle: 'Mean loss',
      points: Array.from({ length: 30 }, (_, at) => [at + 1, meanLoss(at + 1)]),
    },
    {
      kind: 'table',
      id: 'snapshots',
      caption: 'Snapshots',
      empty: '',
      columns: [
        { title: 'Step', align: 'end' },
        { title: 'Epoch', align: 'end' },
        { title: 'Mean loss', align: 'end' },
        { title: 'Time' },
      ],
      rows: Array.from({ length: 30 }, (_, at) => ({
        id: String(at),
        cells: [String(at + 1), '0', meanLoss(at + 1).toPrecision(4), '2026-08-25T10:00:00Z'].map(
          (text) => ({ text }),
        ),
      })),
    },
  ],
};

const fixes = [
  { id: 'import', title: 'Import OAuth Client…' },
  { id: 'setUp', title: 'Set Up OAuth…' },
];

/** @type {readonly SheetFinding[]} */
const findings = [
  {
    id: 'client',
    state: 'failed',
    title: 'OAuth client',
    stateText: 'failed',
    text: 'No OAuth client is there. Create one in the Google Cloud console, and import its file.',
    buttons: fixes,
  },
  {
    id: 'clock',
    state: 'warning',
    title: 'Clock',
    stateText: 'warning',
    text: 'The clock of this machine is 4 minutes behind.',
    buttons: [],
  },
  {
    id: 'network',
    state: 'running',
    title: 'Network',
    stateText: 'is checked',
    text: '',
    buttons: [],
  },
  {
    id: 'loopback',
    state: 'passed',
    title: 'Loopback address',
    stateText: 'passed',
    text: 'A browser of this machine reaches 127.0.0.1.',
    buttons: [],
  },
  {
    id: 'call',
    state: 'skipped',
    stateText: 'was left out',
    title: 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1',
    text: 'It needs what failed above.',
    buttons: [],
  },
  {
    id: 'models',
    state: 'waiting',
    title: 'Models',
    stateText: 'waits',
    text: '',
    buttons: [],
  },
];

/** @type {Sheet} */
const doctor = {
  title: 'Diagnosis of Work',
  blocks: [
    { kind: 'heading', text: '2 problems found' },
    {
      kind: 'facts',
      rows: [
        ['Connection', 'Work'],
        ['Endpoint', 'https://a.gateway.with.a.long.name.example.com/generativelanguage'],
      ],
    },
    { kind: 'findings', findings },
  ],
};

/** @param {Sheet} sheet */
const scene = (sheet) => ({ page: /** @type {const} */ ('sheet'), sheet });

/** States of their page, by their names. */
export const sheetScenes = {
  'sheet-audit': scene(audit),
  'sheet-empty': scene(empty),
  'sheet-long': scene(long),
  'sheet-loss': scene(loss),
  'sheet-doctor': scene(doctor),
};
