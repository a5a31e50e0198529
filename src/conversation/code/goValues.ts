import { asText, fieldOf, fileOfPart, onlyText, plainText } from './sdkCall';
import {
  type SdkField,
  type SdkMessage,
  type SdkValue,
  bracketed,
  wholeString as string,
} from './sdkValue';

export class GoValues {
  readonly packages = new Set(['context', 'fmt', 'log', 'google.golang.org/genai']);

  parts(parts: readonly SdkMessage[]): string {
    return this.list('Part', parts);
  }

  value(value: SdkValue, field = ''): string {
    switch (value.kind) {
      case 'null':
        return 'nil';
      case 'scalar':
        return this.scalar(value.type, value.value, field);
      case 'enum':
        return enumText(value.type, value.value);
      case 'file':
        if (value.isBytes) return value.file.variable;
        this.packages.add('encoding/base64');
        return `base64.StdEncoding.EncodeToString(${value.file.variable})`;
      case 'uri':
        return `${value.file.variable}.URI`;
      case 'list':
        return this.list(value.type, value.items);
      case 'map':
        return this.map(value.type, value.entries);
      case 'message':
        return this.short(value) ?? `&genai.${typeName(value.type)}${this.fields(value)}`;
    }
  }

  scalar(type: string, value: string | number | boolean, field: string): string {
    const text = typeof value === 'string' ? string(value) : JSON.stringify(value);
    if (type === 'bytes') {
      this.packages.add('encoding/base64');
      return `decode(${text})`;
    }
    if (type === 'duration') {
      this.packages.add('time');
      return `${Math.round(parseFloat(String(value)) * 1000)} * time.Millisecond`;
    }
    if (type === 'timestamp') {
      this.packages.add('time');
      return `time.UnixMilli(${Date.parse(String(value))})`;
    }
    const pointer = POINTERS[field] ?? POINTERS[field.slice(field.indexOf('.') + 1)];
    if (pointer === undefined) return text;
    return pointer === 'bool' ? `genai.Ptr(${text})` : `genai.Ptr[${pointer}](${Number(value)})`;
  }

  /** Values that the SDK has functions for. */
  short(message: SdkMessage): string | undefined {
    if (message.type === 'Content') {
      const text = onlyText(message);
      const role = plainText(fieldOf(message, 'role')) === 'model' ? 'RoleModel' : 'RoleUser';
      return text && `genai.NewContentFromText(${this.value(text)}, genai.${role})`;
    }
    const file = fileOfPart(message);
    const given = file && `(${this.value(file.source)}, ${this.value(file.mimeType)})`;
    return given && `genai.NewPartFrom${file.isInline ? 'Bytes' : 'URI'}${given}`;
  }

  fields({ type, fields }: SdkMessage): string {
    const texts = fields.map(([name, value]) => {
      const short = name === 'systemInstruction' ? asText(value) : value;
      const text = this.value(short, `${type}.${name}`);
      const given = short === value ? text : `genai.NewContentFromText(${text}, genai.RoleUser)`;
      return `${fieldName(name)}: ${given}`;
    });
    return bracketed(texts, { open: '{', close: '}', indent: '  ' });
  }

  list(type: string, items: readonly SdkValue[]): string {
    const texts = items.map((item) =>
      item.kind === 'message' ? (this.short(item) ?? this.fields(item)) : this.value(item),
    );
    return bracketed(texts, {
      open: `[]${elementType(type, items[0])}{`,
      close: '}',
      indent: '  ',
    });
  }

  map(type: string, entries: readonly SdkField[]): string {
    const texts = entries.map(
      ([name, value]) =>
        `${string(name)}: ${value.kind === 'message' ? this.fields(value) : this.value(value)}`,
    );
    const open = `map[string]${elementType(type, entries[0]?.[1])}{`;
    return bracketed(texts, { open, close: '}', indent: '  ' });
  }
}

/** Types of scalar fields that are pointers, by field, or by message and field. */
const POINTERS: { readonly [field: string]: string | undefined } = {
  ...typed('float32', 'temperature topP topK presencePenalty frequencyPenalty dynamicThreshold'),
  ...typed('int32', 'logprobs seed thinkingBudget outputDimensionality numTokens FileSearch.topK'),
  ...typed('int64', 'maxItems minItems maxLength minLength maxProperties minProperties'),
  ...typed('float64', 'maximum minimum fps latitude longitude'),
  ...typed('bool', 'nullable willContinue includeServerSideToolInvocations store enableWidget'),
  ...typed('bool', 'enableEnhancedCivicAnswers enablePromptInjectionDetection terminateOnClose'),
};

function typed(type: string, fields: string): { readonly [field: string]: string } {
  return Object.fromEntries(fields.split(' ').map((field) => [field, type]));
}

/** Enums with constants for all values. Values of others are strings, which Go accepts too. */
const CONSTANTS: ReadonlySet<string> = new Set([
  'Type',
  'HarmCategory',
  'HarmBlockThreshold',
  'MediaResolution',
  'ThinkingLevel',
  'FunctionCallingConfigMode',
]);

function enumText(type: string, value: string): string {
  if (!CONSTANTS.has(type) || value === 'XHIGH') return string(value);
  const prefix = type.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const words = value
    .replace(new RegExp(`^${prefix}_`), '')
    .toLowerCase()
    .split('_');
  return `genai.${type}${words.map(capitalized).join('')}`;
}

function elementType(type: string, first: SdkValue | undefined): string {
  if (first?.kind === 'message') return `*genai.${typeName(type)}`;
  if (first?.kind === 'enum') return `genai.${typeName(type)}`;
  return type === 'string' ? 'string' : 'any';
}

function typeName(type: string): string {
  return type.replace(/Uri|Url|Mcp|Http/g, (word) => word.toUpperCase());
}

export function fieldName(name: string): string {
  const words = capitalized(name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return words.replace(/(?:Uri|Url|Mime|Mcp|Http|Fps|Sse|Api|Id)(?=[A-Z]|s?$)/g, (word) =>
    word.toUpperCase(),
  );
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Ends the program with an error. */
export const CHECK = 'if err != nil {\n  log.Fatal(err)\n}';
