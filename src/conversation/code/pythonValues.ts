import { fileOfPart } from './sdkCall';
import type { SdkField, SdkMessage, SdkValue } from './sdkValue';
import { bracketed, wholeString as string } from './template';

export class PythonValues {
  readonly modules = new Set<string>();
  usesTypes = false;

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
    const file = fileOfPart(message);
    const name = file ? `Part.from_${file.isInline ? 'bytes' : 'uri'}` : message.type;
    const fields = (file ?? message).fields.map(
      ([field, value]) => [snakeCase(field), this.value(value)] as const,
    );
    return `types.${name}${this.call(fields)}`;
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
