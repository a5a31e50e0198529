import { AppError } from '../base/errors';

/** A path template variable: `{name=models/*}` has the name `name` and the pattern `models/*`. */
export interface TemplateVariable {
  readonly name: string;
  readonly pattern: string;
}

type NameReason = 'badName' | 'missingParameter';

const VARIABLE = /\{([^=}]+)=([^}]+)\}/g;
// Control characters, URL delimiters, and encoded dots or slashes, which a proxy may decode before resolving the
// path.
const FORBIDDEN = /[\p{Cc}?#\\/]|%(?:2e|2f|5c|00|25)/iu;
// Invisible and bidirectional characters that JSON leaves unescaped.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const PLAIN = /^[A-Za-z\d][\w.-]*$/;

/** Parses the variables of a path template. Hand-written for speed, because every call runs this. */
export function templateVariables(template: string): readonly TemplateVariable[] {
  const variables: TemplateVariable[] = [];
  for (let open = template.indexOf('{'); open !== -1; open = template.indexOf('{', open + 1)) {
    const equals = template.indexOf('=', open);
    const pattern = template.slice(equals + 1, template.indexOf('}', equals));
    variables.push({ name: template.slice(open + 1, equals), pattern });
  }
  return variables;
}

/** Returns the body field of a variable: `corpus.name` is the `name` of the body's resource. */
export function resourceField(variable: string): string | undefined {
  const dot = variable.lastIndexOf('.');
  return dot === -1 ? undefined : variable.slice(dot + 1);
}

/**
 * Fills a path template with encoded resource names that can't escape their segment: `models/a b` becomes
 * `models/a%20b:generateContent`. Throws `AppError` (`missingParameter`, `badName`).
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
        hint: `Set it to a resource name of the form ${pattern}.`,
      });
    }
    path += template.slice(from, template.indexOf('{', from));
    path += parseName(pattern, value).map(encodeURIComponent).join('/');
    from = template.indexOf('}', from) + 1;
  }
  return path + template.slice(from);
}

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

/** Whether a resource name matches a pattern such as `models/*` and is safe in a path. */
export function matchesName(pattern: string, name: string): boolean {
  return problemOf(pattern, name) === undefined;
}

function parseName(pattern: string, name: string): readonly string[] {
  const problem = problemOf(pattern, name);
  if (problem === undefined) return name.split('/');
  throw new AppError<NameReason>(
    'badName',
    `${shown(name)} isn’t a resource name of the form ${pattern} because ${problem}.`,
    { hint: 'Nothing was sent.' },
  );
}

function shown(name: string): string {
  const escaped = (unseen: string): string =>
    `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(name.slice(0, 80)).replaceAll(UNSEEN, escaped);
}

function problemOf(pattern: string, name: string): string | undefined {
  const shape = pattern.split('/');
  const segments = name.split('/');
  const isOpen = shape.at(-1) === '**';
  const hasRoot = isOpen && shape.includes('*');
  if (isOpen ? segments.length < shape.length : segments.length !== shape.length) {
    return 'it has the wrong number of segments';
  }
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] ?? '';
    const expected = shape[index] ?? '**';
    if (!isFree(expected) && expected !== segment) return `“${expected}” is missing`;
    if (PLAIN.test(segment)) continue;
    if (segment === '' && hasRoot && index === shape.length - 1 && index === segments.length - 1) {
      continue;
    }
    if (segment === '') return 'a segment is empty';
    if (segment === '.' || segment === '..') return 'a segment is “.” or “..”';
    if (FORBIDDEN.test(segment)) return 'it contains an invalid character';
    if (!segment.isWellFormed()) return 'it contains invalid Unicode';
  }
  return undefined;
}

// Cached, because a server matches every template on each request.
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

function segmentExpression(part: string): string {
  if (part === '**') return '[^:]*';
  return part === '*' ? '[^/:]+' : escapeExpression(part);
}

function isFree(part: string): boolean {
  return part === '*' || part === '**';
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function decodeName(encoded: string): string | undefined {
  // Resource names never contain a slash within a segment.
  if (/%2f/i.test(encoded)) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
