import type { SdkField, SdkValue } from './sdkValue';
import { bracketed, string } from './template';

export class ScriptValues {
  readonly isTyped: boolean;
  /** Enums and types of the SDK that the code uses. */
  readonly names = new Set<string>(['GoogleGenAI']);

  constructor(isTyped: boolean) {
    this.isTyped = isTyped;
  }

  value(value: SdkValue): string {
    switch (value.kind) {
      case 'null':
        return 'null';
      case 'scalar':
        return value.type === 'int64' ? string(String(value.value)) : json(value.value);
      case 'enum':
        this.names.add(value.type);
        return `${value.type}.${value.value.toUpperCase()}`;
      case 'file':
        return value.file.variable;
      case 'uri':
        return `${value.file.variable}.uri`;
      case 'list':
        return this.list(value.items);
      case 'map':
        return this.fields(value.entries);
      case 'message':
        return this.fields(value.fields);
    }
  }

  list(items: readonly SdkValue[]): string {
    const texts = items.map((item) => this.value(item));
    return bracketed(texts, { open: '[', close: ']', indent: '  ' });
  }

  fields(fields: readonly SdkField[], isLong = false): string {
    return this.object(
      fields.map(([name, value]) => [name, this.value(value)]),
      isLong,
    );
  }

  object(fields: readonly ScriptField[], isLong = false): string {
    const texts = fields.flatMap(([name, text]) =>
      text === undefined ? [] : [`${propertyName(name)}: ${text}`],
    );
    return bracketed(texts, { ...OBJECT, isLong });
  }

  /** A type annotation with a type of the SDK. */
  type(name: string, rest = '', imported = name): string {
    if (!this.isTyped) return '';
    this.names.add(`type ${imported}`);
    return `: ${name}${rest}`;
  }
}

type ScriptField = readonly [name: string, text: string | undefined];

export const OBJECT = { open: '{', close: '}', indent: '  ', space: ' ' };

export const IDENTIFIER =
  /^(?!(?:await|case|catch|class|const|continue|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$)[A-Za-z_$][\w$]*$/;

export function propertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : string(name);
}

function json(value: string | number | boolean): string {
  return typeof value === 'string' ? string(value) : JSON.stringify(value);
}
