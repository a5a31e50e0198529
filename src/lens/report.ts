import * as l10n from '@vscode/l10n';
import { oneLine } from '../api/errors';
import { shutdownDate, PACK_DATE } from '../api/modelPack';
import { localizedText } from '../base/format';
import { type ModelRoute, retiredPackages } from '../catalog/sourceMarks';
import { modelLifecycle } from '../catalog/modelLifecycle';
import { namedSuccessor } from './judge';
import { type LensMark, Lines } from './mark';

const DAY = 24 * 60 * 60 * 1000;

/** A text file with its marks. */
interface MarkedText {
  readonly path: string;
  readonly text: string;
  readonly marks: readonly LensMark[];
}

/** A mark with its place. Lines and columns count from 1, columns in UTF-16 code units. */
export interface LensFinding extends LensMark {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** All uses of a model or SDK through the same API. */
export interface ModelUse {
  readonly id: string;
  readonly route: ModelRoute;
  /** Lifecycle. Undefined for APIs with end dates of their own. */
  readonly standing?: string;
  readonly end?: string;
  readonly successor?: string;
  readonly places: readonly LensFinding[];
}

/** Returns all marks with their places, including those that only have a hover. */
export function locate(files: readonly MarkedText[]): readonly LensFinding[] {
  return files.flatMap(({ path, text, marks }) => {
    const lines = new Lines(text);
    return marks.map((mark) => {
      const { number, start } = lines.at(mark.start);
      const column = mark.start - start + 1;
      const endColumn = column + mark.end - mark.start;
      return { ...mark, path, line: number + 1, column, endColumn };
    });
  });
}

/** Whether an end is past, or at most `days` away. Other APIs' end dates are unknown. */
export function isPastEnd({ code, id }: LensMark, now: Date, days: number): boolean {
  if (code === 'model-retired' || code === 'sdk-retired') return true;
  if (code !== 'model-ending') return false;
  const { end } = modelLifecycle(id, now.getTime());
  return end !== undefined && shutdownDate(end) - now.getTime() <= days * DAY;
}

/** Groups models and SDKs, with the most used first. */
export function summarize(places: readonly LensFinding[], now: Date): readonly ModelUse[] {
  const named = places.filter(({ kind }) => kind !== 'key');
  return [...Map.groupBy(named, ({ id, route }) => `${route} ${id}`).values()]
    .flatMap(([first, ...rest]) => (first ? [useOf([first, ...rest], now.getTime())] : []))
    .toSorted((one, other) => other.places.length - one.places.length);
}

function useOf(places: readonly [LensFinding, ...LensFinding[]], now: number): ModelUse {
  const { id, kind, route, code } = places[0];
  const use = { id, route, places };
  if (kind === 'package') {
    const { end, successor } = retiredPackages.find(({ name }) => name === id) ?? {};
    return {
      ...use,
      standing: code === 'sdk-retired' ? l10n.t('no longer supported') : l10n.t('deprecated'),
      ...(end !== undefined && { end }),
      ...(successor !== undefined && { successor }),
    };
  }
  if (route !== 'gemini') return use;
  const { words, end } = modelLifecycle(id, now);
  const successor = words && namedSuccessor(id, now);
  return {
    ...use,
    standing: words ? localizedText(words) : l10n.t('available'),
    ...(end !== undefined && { end }),
    ...(successor !== undefined && { successor }),
  };
}

/** Formats a finding as `path:line:column  id  message`. Keys have no ID. */
export function findingLine({ path, line, column, id, code, message }: LensFinding): string {
  return `${oneLine(path)}:${line}:${column}  ${id === '' ? code : id}  ${message}`;
}

export function jsonReport(findings: readonly LensFinding[], uses: readonly ModelUse[]): string {
  const models = uses.map(({ places, ...use }) => ({ ...use, places: places.length }));
  return `${JSON.stringify({ modelData: PACK_DATE, findings, models }, undefined, 2)}\n`;
}

export function markdownReport(uses: readonly ModelUse[]): string {
  const head = [
    l10n.t('Model'),
    l10n.t('Locations'),
    l10n.t('Stage'),
    l10n.t('Shutdown date'),
    l10n.t('Successor'),
  ];
  const rows = uses.map(({ id, route, places, standing, end = '', successor = '' }) => [
    `\`${id}\``,
    String(places.length),
    standing ?? routeText(route),
    end,
    successor === '' ? '' : `\`${successor}\``,
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const lists = uses.flatMap(({ id, places }) => [
    `\n## ${id}\n`,
    ...places.map(({ path, line, column }) => `- ${inCode(`${path}:${line}:${column}`)}`),
  ]);
  const dated = l10n.t('Model data as of {0}.', PACK_DATE);
  return `${[...table, '', dated, ...lists].join('\n')}\n`;
}

/** Returns the name of an API with end dates of its own. */
export function routeText(route: ModelRoute): string {
  if (route === 'gemini') return l10n.t('Gemini API');
  return route === 'agentPlatform' ? l10n.t('Agent Platform') : l10n.t('another provider');
}

const inCode = (path: string): string => `\`${oneLine(path).replaceAll('`', 'ˋ')}\``;

/** Descriptions of rules by code. */
const rules = (): { readonly [code: string]: string } => ({
  'model-retired': l10n.t('Model that is shut down or legacy'),
  'model-ending': l10n.t('Model with a shutdown date'),
  'model-closed': l10n.t('Model that isn’t open to new users'),
  'model-alias': l10n.t('Model ID served by a different model'),
  'model-deprecated': l10n.t('Deprecated model'),
  'model-elsewhere': l10n.t(
    'Model used through another API and no longer served by the Gemini API',
  ),
  'sdk-retired': l10n.t('SDK that is no longer supported'),
  'sdk-deprecated': l10n.t('Deprecated SDK'),
  'api-key': l10n.t('API key in a file'),
  'firebase-key': l10n.t('Public key of a Firebase app'),
});

/** Formats findings as SARIF 2.1.0. Paths are relative to the repository. */
export function sarifReport(findings: readonly LensFinding[]): string {
  const used = new Set(findings.map(({ code }) => code));
  const driver = {
    name: 'Generative Language',
    rules: Object.entries(rules())
      .filter(([id]) => used.has(id))
      .map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  const results = findings.map(({ code, severity, message, path, line, column, endColumn }) => ({
    ruleId: code,
    level: severity === 'warning' ? 'warning' : 'note',
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: path.split('/').map(encodeURIComponent).join('/'),
            uriBaseId: '%SRCROOT%',
          },
          region: { startLine: line, startColumn: column, endColumn },
        },
      },
    ],
  }));
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    properties: { modelData: PACK_DATE },
    results,
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return `${JSON.stringify({ $schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}
