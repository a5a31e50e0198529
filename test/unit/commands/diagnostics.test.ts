import assert from 'node:assert/strict';
import { redactorFor } from '../../../src/api/redact';
import { settingRow } from '../../../src/catalog/settings';
import { diagnosticsText, type Diagnostics } from '../../../src/commands/diagnostics';
import { leaks } from '../../fakes/canary';

const KEY = 'canary-key-1234567890';
const NAME = 'Marguerite Canary';

const KNOWN: Diagnostics = {
  facts: { 'VS Code': '1.106.0', Window: 'desktop, local' },
  connections: [
    {
      id: 'work1234',
      name: `Key of ${NAME}`,
      endpoint: `https://user:${KEY}@gateway.example:8443`,
      auth: 'apiKey',
      project: `project-of-${NAME}`,
    },
    { id: 'emulator', name: 'Emulator', endpoint: '', auth: 'apiKey' },
  ],
  active: 'work1234',
  emulator: { status: 'failed', message: 'The port is taken.' },
  setting: (name) =>
    name === 'trash.days'
      ? 5
      : name === 'connections'
        ? [{ name: NAME }]
        : settingRow(name).default,
  log: [
    `2026-01-31 [info] models.list: GET /?key=${KEY}`,
    '2026-01-31 [warning] files: /home/marguerite/a.txt ``` is gone',
  ],
  home: '/home/marguerite',
  redact: redactorFor([KEY]),
};

describe('diagnostics', () => {
  it('say what helps, in blocks that nothing in them ends', () => {
    assert.equal(
      diagnosticsText(KNOWN),
      `- VS Code: 1.106.0
- Window: desktop, local
- Emulator: failed, The port is taken.

## Connections
\`\`\`
work1234, apiKey, gateway.example:8443, default version, with project, active
emulator, apiKey, invalid URL, default version
\`\`\`

## Non-default settings
\`\`\`
trash.days: 5
\`\`\`

## Log
\`\`\`
2026-01-31 [info] models.list: GET /?key=[redacted]
2026-01-31 [warning] files: ~/a.txt ''' is gone
\`\`\`
`,
    );
  });

  it('have no secret and no name of a person, wherever one stands', () => {
    const setting = (name: string): unknown => (name === 'files.include' ? [KEY] : NAME);
    const text = diagnosticsText({
      ...KNOWN,
      setting: (name) => (name === 'connections' ? setting(name) : setting('files.include')),
      emulator: { status: 'failed', message: `Refused ${KEY}` },
    });
    assert.deepEqual(leaks(text, [KEY, NAME]), []);
    assert.doesNotMatch(text, /marguerite/i);
  });

  it('have no folder of a person, however it is written', () => {
    const home = 'C:\\Users\\Zoë Canary';
    const log = [
      `It is at ${home}\\a.txt and c:/Users/Zoë Canary/a.txt`,
      'file:///c%3A/Users/Zo%C3%AB%20Canary/a.txt',
    ];
    const text = diagnosticsText({ ...KNOWN, home, log, setting: () => [`${home}\\b`] });
    assert.doesNotMatch(text, /Zo|Canary/);
    assert.match(text, /It is at ~\\a\.txt and ~\/a\.txt/);
  });
});
