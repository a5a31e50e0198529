import { visibleJson } from '../../base/json';
import { asText, fieldOf, partsOf, type SdkCall, textOfPart, userParts } from './sdkCall';
import type { SdkField, SdkMessage, SdkValue } from './sdkValue';
import { bracketed } from './template';

export class PythonValues {
  readonly modules = new Set<string>();
  usesTypes = false;

  contents({ kind, contents }: SdkCall): string {
    const last = contents.at(-1);
    const parts = kind === 'chat' && last ? partsOf(last) : userParts(contents);
    if (!parts) return this.list(contents);
    const [part, ...others] = parts;
    const only = others.length === 0 ? part && textOfPart(part) : undefined;
    return only ? this.value(only) : this.list(parts.map((one) => textOfPart(one) ?? one));
  }

  config(config: SdkMessage): string {
    const instruction = fieldOf(config, 'systemInstruction');
    const fields = config.fields.map(([name, value]): SdkField => [
      name,
      value === instruction ? asText(value) : value,
    ]);
    return this.value({ ...config, fields });
  }

  value(value: SdkValue): string {
    switch (value.kind) {
      case 'null':
        return 'None';
      case 'scalar':
        if (value.type !== 'bytes') return literal(value.type, value.value);
        this.modules.add('import base64');
        return `base64.b64decode(${string(String(value.value))})`;
      case 'enum':
        this.usesTypes = true;
        return `types.${value.type}.${value.value.toUpperCase()}`;
      case 'file':
        if (value.isBytes) return value.file.variable;
        this.modules.add('import base64');
        return `base64.b64encode(${value.file.variable}).decode()`;
      case 'uri':
        return `${value.file.variable}.uri`;
      case 'list':
        return this.list(value.items);
      case 'map':
        return this.dict(value.entries);
      case 'message':
        return this.message(value);
    }
  }

  message(message: SdkMessage): string {
    this.usesTypes = true;
    const short = message.type === 'Part' ? this.shortPart(message) : undefined;
    const fields = message.fields.map(
      ([name, value]) => [snakeCase(name), this.value(value)] as const,
    );
    return short ?? `types.${message.type}${this.call(fields)}`;
  }

  shortPart({ fields: [field, ...others] }: SdkMessage): string | undefined {
    if (!field || others.length > 0) return undefined;
    const [name, value] = field;
    const data = value.kind === 'message' ? value : undefined;
    const given = (data?.fields ?? []).map(
      ([own, one]) => [snakeCase(own), this.value(one)] as const,
    );
    if (given.length !== 2) return undefined;
    if (name === 'inlineData') return `types.Part.from_bytes${this.call(given)}`;
    return name === 'fileData' && fieldOf(data, 'mimeType')
      ? `types.Part.from_uri${this.call(given)}`
      : undefined;
  }

  list(items: readonly SdkValue[]): string {
    const texts = items.map((item) => this.value(item));
    return bracketed(texts, { open: '[', close: ']', indent: INDENT });
  }

  dict(entries: readonly SdkField[]): string {
    const texts = entries.map(([name, value]) => `${string(name)}: ${this.value(value)}`);
    return bracketed(texts, { open: '{', close: '}', indent: INDENT });
  }

  /** Keyword arguments. */
  call(
    fields: readonly (readonly [name: string, text: string | undefined])[],
    isLong = false,
  ): string {
    const texts = fields.flatMap(([name, text]) => {
      if (text === undefined) return [];
      return [/^\w+$/.test(name) ? `${name}=${text}` : `**{${string(name)}: ${text}}`];
    });
    return bracketed(texts, { open: '(', close: ')', indent: INDENT, isLong });
  }
}

export const INDENT = '    ';

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function literal(type: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (type === 'int64' && /^-?\d+$/.test(String(value))) return String(value);
  return typeof value === 'string' ? string(value) : JSON.stringify(value);
}

/** JSON escapes characters beyond U+FFFF as two halves, which Python keeps apart. */
export function string(text: string): string {
  return wholeEscapes(visibleJson(JSON.stringify(text)));
}

/** Escapes a character beyond U+FFFF as one, as in Python and Go. */
export function wholeEscapes(json: string): string {
  return json.replace(
    /(?<=(?:^|[^\\])(?:\\\\)*)\\u(d[89ab]..)\\u(d[c-f]..)/gi,
    (_, high: string, low: string) => {
      const point = String.fromCharCode(parseInt(high, 16), parseInt(low, 16)).codePointAt(0) ?? 0;
      return `\\U${point.toString(16).padStart(8, '0')}`;
    },
  );
}
