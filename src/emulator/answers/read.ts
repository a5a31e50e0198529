import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  getNodePath,
  getNodeValue,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser/lib/esm/main.js';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, type TextPlaces, textPlaces } from '../../base/json';
import { readPlainFileSync } from '../../platform/safeFiles';
import { digest } from '../digest';
import type { LoadedRule } from './mockRegistry';
import { responseFault, fileFormat, type RuleFile } from './format';
import { nearestName, type Problem } from './problems';
import { formOf, type Shape } from './shape';

interface ReadRules {
  readonly rules: readonly LoadedRule[];
  readonly problems: readonly Problem[];
}

export interface ReadOptions {
  readonly file: string;
  readonly folder: string;
  /** Returns the problem of a fault in control API form. Undefined if valid. */
  readonly faultProblem: (fault: JsonObject) => string | undefined;
}

interface Finding {
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly message: string;
}

/** Reads mocks from JSON with comments. Reports all problems, not only the first one. */
export function readRules(source: string, { file, folder, faultProblem }: ReadOptions): ReadRules {
  // Skip the byte order mark (BOM), which would shift the columns of the first line.
  const text = source.replace(/^\ufeff/, '');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const findings: Finding[] = errors.map(({ error, offset, length }) => ({
    offset,
    length,
    path: '',
    message: `Invalid JSON: ${sentenceOf(printParseErrorCode(error))}.`,
  }));
  if (tree && errors.length === 0) {
    const report: Report = (node, message) =>
      findings.push({ offset: node.offset, length: node.length, path: pathOf(node), message });
    check(tree, fileFormat, folder, report);
    const wrong = [...findings];
    const isSound = ({ offset, length }: Node): boolean =>
      !wrong.some((finding) => finding.offset >= offset && finding.offset < offset + length);
    checkFaults(tree, isSound, faultProblem, report);
  } else if (!tree && errors.length === 0) {
    findings.push({
      offset: 0,
      length: 0,
      path: '',
      message: 'The file is empty. Add { "mocks": [] }.',
    });
  }
  const place = textPlaces(text);
  const problems = findings
    .map(({ offset, ...found }) => ({ file, ...place(offset), ...found }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
  if (!tree || problems.length > 0) return { rules: [], problems };
  return { rules: loaded(text, tree, file, folder, place), problems };
}

function loaded(
  text: string,
  tree: Node,
  file: string,
  folder: string,
  place: TextPlaces,
): readonly LoadedRule[] {
  const { mocks: rules = [], waits = 1 } = parse(text) as RuleFile;
  const seen = new Map<string, number>();
  const nodes = itemsOf(propertyOf(tree, 'mocks'));
  return rules.map((rule, index) => {
    const mark = digest([file, rule]).slice(0, 16);
    const again = seen.get(mark) ?? 0;
    seen.set(mark, again + 1);
    const { line } = place(nodes[index]?.offset ?? 0);
    const where = `${file}:${line}`;
    return {
      rule,
      file,
      line,
      folder,
      waits,
      key: `${mark}-${again}`,
      label: rule.name === undefined ? where : `${rule.name} (${where})`,
    };
  });
}

type Report = (node: Node, message: string) => void;

function check(node: Node, shape: Shape, folder: string, report: Report): void {
  const form = shape.kind === 'either' ? formFor(node, shape.forms) : shape;
  if (!form || !hasForm(node, form)) {
    report(node, `Expected ${formOf(shape)}, but got ${typeIn(node)}.`);
    return;
  }
  const before = countOf(report);
  const counted = before.report;
  switch (form.kind) {
    case 'choice':
      checkChoice(node, form.values, counted);
      break;
    case 'text':
      if (form.isPath) checkFile(node, form, folder, counted);
      break;
    case 'list':
      for (const item of itemsOf(node)) check(item, form.of, folder, counted);
      break;
    case 'map':
      for (const { value } of propertiesOf(node)) if (value) check(value, form.of, folder, counted);
      break;
    case 'record': {
      const seen = new Set<string>();
      for (const { key, value } of propertiesOf(node)) {
        const name = String(key.value);
        if (seen.has(name)) counted(key, `${name} is duplicated.`);
        seen.add(name);
        const field = Object.hasOwn(form.fields, name) ? form.fields[name] : undefined;
        if (field && value) check(value, field, folder, counted);
        else counted(key, unknownName(name, Object.keys(form.fields)));
      }
      break;
    }
    default:
  }
  const problem = before.count() === 0 ? form.check?.(getNodeValue(node) as JsonValue) : undefined;
  if (problem !== undefined) report(node, problem);
}

function checkFile(node: Node, { isJson }: Shape, folder: string, report: Report): void {
  const name = String(node.value);
  const file = resolve(folder, name);
  if (!existsSync(file) || !statSync(file).isFile()) {
    report(node, `The file ${name} doesn’t exist in ${folder}.`);
  } else if (isJson && ![jsonIn(file)].flat().every(isObject)) {
    report(node, `${name} must contain a JSON object or a list of JSON objects.`);
  }
}

/** Returns the parsed JSON. Undefined if the file can't be read. */
function jsonIn(file: string): JsonValue | undefined {
  try {
    return JSON.parse(readPlainFileSync(file).toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}

function countOf(report: Report): {
  readonly report: Report;
  readonly count: () => number;
} {
  let count = 0;
  return {
    report: (node, message) => {
      count += 1;
      report(node, message);
    },
    count: () => count,
  };
}

function checkChoice(node: Node, values: readonly string[], report: Report): void {
  const value = String(node.value);
  if (values.includes(value)) return;
  const near = nearestName(value, values);
  const hint =
    near === undefined
      ? values.length > 12
        ? ''
        : ` Valid values: ${values.join(', ')}.`
      : ` Did you mean “${near}”?`;
  report(node, `Unknown value “${JSON.stringify(value).slice(1, -1)}”.${hint}`);
}

const RENAMED: { readonly [name: string]: string } = {
  rules: 'mocks',
  answer: 'response',
  answers: 'responses',
};

function unknownName(name: string, known: readonly string[]): string {
  const renamed = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  if (renamed !== undefined && known.includes(renamed)) {
    return `The field “${name}” is now called “${renamed}”.`;
  }
  const near = nearestName(name, known);
  const hint =
    near === undefined ? `Valid fields: ${known.join(', ')}.` : `Did you mean “${near}”?`;
  return `Unknown field “${name}”. ${hint}`;
}

function formFor(node: Node, forms: readonly Shape[]): Shape | undefined {
  const fitting = forms.filter((form) => hasForm(node, form));
  const exact = fitting.find(
    (form) => form.kind !== 'choice' || form.values.includes(String(node.value)),
  );
  return exact ?? fitting[0];
}

function hasForm({ type }: Node, { kind }: Shape): boolean {
  switch (kind) {
    case 'text':
    case 'choice':
      return type === 'string';
    case 'number':
      return type === 'number';
    case 'flag':
      return type === 'boolean';
    case 'list':
      return type === 'array';
    case 'map':
    case 'record':
      return type === 'object';
    default:
      return true;
  }
}

function typeIn({ type }: Node): string {
  const names: { readonly [type: string]: string } = {
    string: 'a string',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  };
  return names[type] ?? type;
}

function checkFaults(
  tree: Node,
  isSound: (node: Node) => boolean,
  faultProblem: ReadOptions['faultProblem'],
  report: Report,
): void {
  for (const rule of itemsOf(propertyOf(tree, 'mocks'))) {
    const one = propertyOf(rule, 'response');
    for (const node of [...(one ? [one] : []), ...itemsOf(propertyOf(rule, 'responses'))]) {
      if (node.type !== 'object' || !isSound(node)) continue;
      const fault = responseFault(getNodeValue(node) as RuleAnswer);
      if (!fault) continue;
      const problem = faultProblem(fault);
      if (problem !== undefined) report(propertyOf(node, 'fault') ?? node, problem);
    }
  }
}

type RuleAnswer = Parameters<typeof responseFault>[0];

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

function propertiesOf(
  node: Node,
): readonly { readonly key: Node; readonly value: Node | undefined }[] {
  return (node.children ?? []).flatMap(({ children = [] }) => {
    const [key, value] = children;
    return key ? [{ key, value }] : [];
  });
}

function propertyOf(node: Node, name: string): Node | undefined {
  return propertiesOf(node).findLast(({ key }) => key.value === name)?.value;
}

/** Returns a path such as `mocks[0].response.text`. */
function pathOf(node: Node): string {
  return getNodePath(node)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Converts an error code such as `CommaExpected` to words. */
function sentenceOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
