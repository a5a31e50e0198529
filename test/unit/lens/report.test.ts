import assert from 'node:assert/strict';
import { PACK_DATE } from '../../../src/api/modelPack';
import { hoverFacts } from '../../../src/lens/hoverFacts';
import {
  findingLine,
  isPastEnd,
  jsonReport,
  locate,
  markdownReport,
  sarifReport,
  summarize,
} from '../../../src/lens/report';
import { scan } from '../../../src/lens/scan';

const now = new Date('2026-11-28T12:00:00Z');

const FILES = {
  'src/a b.py': 'import google.generativeai as genai\n\nx = "😀", "models/gemini-1.5-flash"\n',
  'b.ts': "a('gemini-1.5-flash');\nb('gemini-3.8-flash'); c('vertex_ai/gemini-2.5-pro')",
};
const places = locate(
  Object.entries(FILES).map(([path, text]) => ({
    path,
    text,
    marks: scan({ path, text }, { now }),
  })),
);
const findings = places.filter(({ severity }) => severity !== 'none');

describe('the report of the lens', () => {
  it('has a line for each finding, with columns in UTF-16', () => {
    assert.deepEqual(findings.map(findingLine), [
      'src/a b.py:1:8  google-generativeai  Support for google-generativeai ended on 2025-11-30. Use google-genai instead.',
      'src/a b.py:3:19  gemini-1.5-flash  gemini-1.5-flash shut down on 2025-09-29. Use gemini-3.5-flash-lite instead.',
      'b.ts:1:4  gemini-1.5-flash  gemini-1.5-flash shut down on 2025-09-29. Use gemini-3.5-flash-lite instead.',
    ]);
  });

  it('groups places by model and API', () => {
    const uses = summarize(places, now);
    assert.deepEqual(
      uses.map(({ id, standing, end, successor, places: own }) => [
        own.length,
        id,
        standing,
        end,
        successor,
      ]),
      [
        [2, 'gemini-1.5-flash', 'shut down on 2025-09-29', '2025-09-29', 'gemini-3.5-flash-lite'],
        [1, 'google-generativeai', 'no longer supported', '2025-11-30', 'google-genai'],
        [1, 'gemini-3.8-flash', 'available', undefined, undefined],
        [1, 'gemini-2.5-pro', undefined, undefined, undefined],
      ],
    );
    const markdown = markdownReport(uses);
    assert.match(markdown, /^\| `gemini-1\.5-flash` \| 2 \| shut down on 2025-09-29 \|/m);
    assert.match(markdown, /^\| `gemini-2\.5-pro` \| 1 \| Agent Platform \| {2}\| {2}\|$/m);
    assert.match(markdown, /^- `src\/a b\.py:3:19`$/m);
    const { modelData, models } = JSON.parse(jsonReport(findings, uses));
    assert.deepEqual([modelData, models[0].places], [PACK_DATE, 2]);
  });

  it('is SARIF 2.1.0', () => {
    const { version, $schema, runs } = JSON.parse(sarifReport(findings));
    assert.equal(version, '2.1.0');
    assert.match($schema, /sarif-2\.1\.0\.json$/);
    const [{ tool, results, columnKind }] = runs;
    assert.equal(columnKind, 'utf16CodeUnits');
    assert.deepEqual(
      tool.driver.rules.map(({ id }: { id: string }) => id),
      ['model-retired', 'sdk-retired'],
    );
    assert.deepEqual(results[1], {
      ruleId: 'model-retired',
      level: 'warning',
      message: { text: findings[1]?.message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a%20b.py', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 19, endColumn: 35 },
          },
        },
      ],
    });
    assert.deepEqual(JSON.parse(sarifReport([])).runs[0].results, []);
  });

  it('counts the days to an end', () => {
    const [mark] = scan({ path: 'a.py', text: '"gemini-2.5-pro"' }, { now });
    assert.ok(mark);
    assert.equal(isPastEnd(mark, now, 3), false);
    assert.equal(isPastEnd(mark, now, 4), true);
    assert.equal(isPastEnd(mark, new Date('2026-12-01T23:00:00Z'), 0), false);
  });
});

describe('the hover of the lens', () => {
  const facts = (id: string) => Object.fromEntries(hoverFacts(id, { now }));

  it('names the responding model, and parameters without effect or with an error', () => {
    assert.equal(facts('gemini-3.7-flash')['Responding model'], 'gemini-3.8-flash');
    const neon = facts('gemini-4-neon');
    assert.equal(neon['Ignored parameters'], 'temperature, topP, topK');
    assert.match(
      neon['Rejected by the API'] ?? '',
      /thinkingBudget.*candidateCount > 1, cachedContent/,
    );
    assert.match(neon.Thinking ?? '', /default HIGH/);
    assert.deepEqual(hoverFacts('unknown', { now }), []);
  });
});
