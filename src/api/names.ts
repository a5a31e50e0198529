import { AppError } from '../base/errors';

/** A variable of a path template: `{name=models/*}` is the name `name` with the pattern `models/*`. */
export interface TemplateVariable {
  readonly name: string;
  readonly pattern: string;
}

type NameReason = 'badName' | 'missingParameter';

// `{corpus.name=corpora/*}`
const VARIABLE = /\{([^=}]+)=([^}]+)\}/g;
// Control characters; what ends a path or starts another host; escapes of dots and slashes, which a
// proxy may undo before it resolves the path.
const FORBIDDEN = /[\p{Cc}?#\\/]|%(?:2e|2f|5c|00|25)/iu;
// What changes how the text around it looks, and JSON leaves as it is.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
// What almost every segment of a name is, and never forbidden.
const PLAIN = /^[A-Za-z\d][\w.-]*$/;

/**
 * The variables of a path template, in order. Read by hand: every call asks, and expressions would take
 * longer than all else that it does with its row.
 */
export function templateVariables(template: string): readonly TemplateVariable[] {
  const variables: TemplateVariable[] = [];
  for (let open = template.indexOf('{'); open !== -1; open = template.indexOf('{', open + 1)) {
    const equals = template.indexOf('=', open);
    const pattern = template.slice(equals + 1, template.indexOf('}', equals));
    variables.push({ name: template.slice(open + 1, equals), pattern });
  }
  return variables;
}

/** The field of the body that a variable names: `corpus.name` is the `name` of the resource that is the body. */
export function resourceField(variable: string): string | undefined {
  const dot = variable.lastIndexOf('.');
  return dot === -1 ? undefined : variable.slice(dot + 1);
}

/**
 * Fills a path template such as `{name=models/*}:generateContent` with resource names and encodes them,
 * so that the result can't leave its place: `models/a b` becomes `models/a%20b:generateContent`.
 * Throws `AppError` with the reason `missingParameter` or `badName`.
 */
export function expandTemplate(
  template: string,
  values: { readonly [name: string]: unknown },
): string {
  let path = '';
  let from = 0;
  for (const { name, pattern } of templateVariables(template)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (typeof value !== 'string' || value === '') {
      throw new AppError<NameReason>('missingParameter', `The parameter ${name} is missing.`, {
        hint: `Give it a resource name of the form ${pattern}.`,
      });
    }
    path += template.slice(from, template.indexOf('{', from));
    path += parseName(pattern, value, true).map(encodeURIComponent).join('/');
    from = template.indexOf('}', from) + 1;
  }
  return path + template.slice(from);
}

/**
 * Reads an encoded path against a template: the decoded resource names by variable, or undefined when
 * the path is another one.
 */
export function matchTemplate(
  template: string,
  path: string,
): { readonly [name: string]: string } | undefined {
  const variables = templateVariables(template);
  const match = templateExpression(template).exec(path);
  if (!match) return undefined;
  const values: { [name: string]: string } = {};
  for (const [index, { name, pattern }] of variables.entries()) {
    const value = decodeName(match[index + 1] ?? '');
    if (value === undefined || !matchesName(pattern, value)) return undefined;
    values[name] = value;
  }
  return values;
}

/** Whether a resource name has the form of a pattern such as `models/*`, and nothing that a path can't carry. */
export function matchesName(pattern: string, name: string): boolean {
  return problemOf(pattern, name) === undefined;
}

/**
 * The ids within a name, in the order of the pattern's stars; throws `AppError` (`badName`). `**` is one id with
 * slashes. Behind another star it may be empty: `environments/e/files/` is the folder that all files of `e` are in.
 */
export function nameIds(pattern: string, name: string): readonly string[] {
  const segments = parseName(pattern, name, false);
  const shape = pattern.split('/');
  const rest = shape.at(-1) === '**' ? [segments.slice(shape.length - 1).join('/')] : [];
  return [...segments.filter((_segment, index) => shape[index] === '*'), ...rest];
}

/** Puts ids in place of a pattern's stars; throws `AppError` (`badName`). */
export function formatName(pattern: string, ids: readonly string[]): string {
  let next = 0;
  const name = pattern
    .split('/')
    .map((part) => (isFree(part) ? (ids[next++] ?? '') : part))
    .join('/');
  parseName(pattern, name, false);
  return name;
}

function parseName(pattern: string, name: string, forPath: boolean): readonly string[] {
  const problem = problemOf(pattern, name);
  if (problem === undefined) return name.split('/');
  throw new AppError<NameReason>(
    'badName',
    `${shown(name)} is not a resource name of the form ${pattern}: ${problem}.`,
    forPath ? { hint: 'Nothing was sent.' } : {},
  );
}

/** The beginning of a name, quoted, for people. */
function shown(name: string): string {
  const escaped = (unseen: string): string =>
    `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(name.slice(0, 80)).replaceAll(UNSEEN, escaped);
}

function problemOf(pattern: string, name: string): string | undefined {
  const shape = pattern.split('/');
  const segments = name.split('/');
  const isOpen = shape.at(-1) === '**';
  // What lies within a resource has a root, which is named by the slash alone.
  const hasRoot = isOpen && shape.includes('*');
  if (isOpen ? segments.length < shape.length : segments.length !== shape.length) {
    return 'it has another number of segments';
  }
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] ?? '';
    const expected = shape[index] ?? '**';
    if (!isFree(expected) && expected !== segment) return `it must have ${expected} there`;
    if (PLAIN.test(segment)) continue;
    if (segment === '' && hasRoot && index === shape.length - 1 && index === segments.length - 1) {
      continue;
    }
    if (segment === '') return 'a segment is empty';
    if (segment === '.' || segment === '..') return 'a segment is only dots';
    if (FORBIDDEN.test(segment)) return 'it has a character that a name cannot have';
    if (!segment.isWellFormed()) return 'it is not well-formed text';
  }
  return undefined;
}

// A server asks with each request of all templates that there are.
const expressions = new Map<string, RegExp>();

function templateExpression(template: string): RegExp {
  const known = expressions.get(template) ?? makeExpression(template);
  expressions.set(template, known);
  return known;
}

function makeExpression(template: string): RegExp {
  const literals = template.split(VARIABLE).filter((_text, index) => index % 3 === 0);
  const variables = templateVariables(template);
  const source = literals
    .map((literal, index) => {
      const variable = variables[index];
      const inner = variable?.pattern.split('/').map(segmentExpression).join('/');
      return escapeExpression(literal) + (inner === undefined ? '' : `(${inner})`);
    })
    .join('');
  return new RegExp(`^${source}$`);
}

// A colon ends the last segment: what follows it is the custom verb.
function segmentExpression(part: string): string {
  if (part === '**') return '[^:]*';
  return part === '*' ? '[^/:]+' : escapeExpression(part);
}

/** `*` is any one segment; `**`, the last of a pattern, any number from one on. */
function isFree(part: string): boolean {
  return part === '*' || part === '**';
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function decodeName(encoded: string): string | undefined {
  // No name has a slash within a segment.
  if (/%2f/i.test(encoded)) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Broken escapes: no such name.
    return undefined;
  }
}
