import type { JsonObject } from '../../api/schema/row';
import { fileFormat, formatTables } from './format';
import { UNSUPPORTED_FIELDS } from './unsupportedFields';
import { type Fields, formOf, type Shape } from './shape';

/** Returns the JSON schema of mock files. Repeated shapes are defined once. */
export function mocksSchema(): JsonObject {
  const writer = new SchemaWriter(fileFormat);
  const schema = writer.schema(fileFormat);
  const definitions = writer.definitions();
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...schema, definitions };
}

const LONG = 12;

const LONG_KINDS = ['record', 'either', 'list'];

class SchemaWriter {
  readonly #names = new Map<object, string>();
  readonly #shapes: Shape[] = [];

  constructor(shape: Shape) {
    this.#count(shape, new Map());
  }

  schema(shape: Shape): JsonObject {
    const name = this.#names.get(contentOf(shape));
    const schema = name === undefined ? this.#bare(shape) : { $ref: `#/definitions/${name}` };
    return { description: shape.doc, ...schema };
  }

  definitions(): JsonObject {
    return Object.fromEntries(
      this.#shapes.map((shape) => [this.#names.get(contentOf(shape)) ?? '', this.#bare(shape)]),
    );
  }

  #count(shape: Shape, seen: Map<object, number>): void {
    const content = contentOf(shape);
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    const isLong =
      shape.kind === 'choice' ? shape.values.length > LONG : LONG_KINDS.includes(shape.kind);
    if (count === 2 && isLong) {
      this.#shapes.push(shape);
      this.#names.set(content, `${shape.kind}${this.#shapes.length}`);
    }
    if (count === 1) for (const part of partsOf(shape)) this.#count(part, seen);
  }

  #bare(shape: Shape): JsonObject {
    switch (shape.kind) {
      case 'text':
        return { type: 'string' };
      case 'number':
        return { type: 'number' };
      case 'flag':
        return { type: 'boolean' };
      case 'any':
        return {};
      case 'choice':
        return { enum: shape.values };
      case 'list':
        return { type: 'array', items: this.schema(shape.of) };
      case 'map':
        return { type: 'object', additionalProperties: this.schema(shape.of) };
      case 'record':
        return {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(shape.fields).map(([name, field]) => [name, this.schema(field)]),
          ),
          additionalProperties: false,
        };
      case 'either':
        return { anyOf: shape.forms.map((form) => this.schema(form)) };
    }
  }
}

function contentOf(shape: Shape): object {
  if (shape.kind === 'record') return shape.fields;
  return shape.kind === 'choice' ? shape.values : shape;
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'list':
    case 'map':
      return [shape.of];
    case 'record':
      return Object.values(shape.fields);
    case 'either':
      return shape.forms;
    default:
      return [];
  }
}

export function mocksTables(): string {
  const { mock, when, response, piece } = formatTables;
  return [
    ['Mock', mock],
    ['Conditions (`when`)', when],
    ['Response', response],
    ['Piece', piece],
  ]
    .map(([title, shape]) => table(title as string, fieldsOf(shape as Shape)))
    .concat(unsupportedTable())
    .join('\n\n');
}

function unsupportedTable(): string {
  const rows = Object.entries(UNSUPPORTED_FIELDS).map(([form, names]) => {
    const all = names.map((name) => `\`${name}\``).join(', ');
    return `| ${form} | ${all} |`;
  });
  return ['| API | Ignored fields |', '| :-- | :-- |', ...rows].join('\n');
}

function table(title: string, fields: Fields): string {
  const rows = Object.entries(fields).map(
    ([name, shape]) => `| \`${name}\` | ${escaped(briefForm(shape))} | ${escaped(shape.doc)} |`,
  );
  return [`| ${title} | Value | Meaning |`, '| :-- | :-- | :-- |', ...rows].join('\n');
}

function fieldsOf(shape: Shape): Fields {
  return shape.kind === 'record' ? shape.fields : {};
}

function briefForm(shape: Shape): string {
  return shape.kind === 'choice' && shape.values.length > 4 ? 'a name' : formOf(shape);
}

function escaped(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
