import { asText, fileOfPart, textOfPart } from './sdkCall';
import { type SdkField, type SdkMessage, type SdkValue, bracketed, string } from './sdkValue';

export class JavaValues {
  readonly packages = new Set([`${SDK}.Client`]);

  value(value: SdkValue, field = ''): string {
    switch (value.kind) {
      case 'null':
        return 'null';
      case 'scalar':
        return this.scalar(value.type, value.value, field);
      case 'enum':
        this.types(value.type);
        return `${value.type}.Known.${value.value.toUpperCase()}`;
      case 'file':
        if (value.isBytes) return value.file.variable;
        this.packages.add('java.util.Base64');
        return `Base64.getEncoder().encodeToString(${value.file.variable})`;
      case 'uri':
        return `${value.file.variable}.uri().get()`;
      case 'list':
        return this.list(value.items);
      case 'map':
        return this.map(value.entries);
      case 'message':
        return this.message(value);
    }
  }

  scalar(type: string, value: string | number | boolean, field: string): string {
    const text = typeof value === 'string' ? string(value) : JSON.stringify(value);
    if (type === 'bytes') {
      this.packages.add('java.util.Base64');
      return `Base64.getDecoder().decode(${text})`;
    }
    if (type === 'duration') {
      this.packages.add('java.time.Duration');
      return `Duration.ofMillis(${Math.round(parseFloat(String(value)) * 1000)})`;
    }
    if (type === 'timestamp') {
      this.packages.add('java.time.Instant');
      return `Instant.parse(${text})`;
    }
    if (type === 'float' || field === 'GenerateContentConfig.topK') return `${Number(value)}f`;
    if (type === 'int64') return `${Number(value)}L`;
    return type === 'double' && Number.isInteger(value) ? `${text}.0` : text;
  }

  message(message: SdkMessage): string {
    const { type, fields } = message;
    this.types(type);
    const text = type === 'Part' && textOfPart(message);
    if (text) return `Part.fromText(${this.value(text)})`;
    const file = fileOfPart(message);
    if (file) {
      return `Part.${file.isInline ? 'fromBytes' : 'fromUri'}(${this.value(file.source)}, ${this.value(file.mimeType)})`;
    }
    const setters = fields.map(([name, value]) => {
      const isInstruction = name === 'systemInstruction' && asText(value) !== value;
      const given = isInstruction
        ? `Content.fromParts(Part.fromText(${this.value(asText(value))}))`
        : this.value(value, `${type}.${name}`);
      if (isInstruction) this.types('Content', 'Part');
      return `.${/^(?:enum|default)$/.test(name) ? `${name}_` : name}(${given.replace(/\n/g, `\n${INDENT}`)})`;
    });
    const line = `${type}.builder()${setters.join('')}.build()`;
    if (line.length <= 64 && !line.includes('\n')) return line;
    return `${type}.builder()\n${INDENT}${[...setters, '.build()'].join(`\n${INDENT}`)}`;
  }

  list(items: readonly SdkValue[]): string {
    this.packages.add('java.util.List');
    return bracketed(
      items.map((item) => this.value(item)),
      LIST,
    );
  }

  map(entries: readonly SdkField[]): string {
    this.packages.add('java.util.Map');
    // Maps of this kind have no null, which has the same meaning as no entry.
    const known = entries.filter(([, value]) => value.kind !== 'null');
    const isShort = known.length <= 10;
    const texts = known.map(([name, value]) => {
      const pair = `${string(name)}, ${this.value(value)}`;
      return isShort ? pair : `Map.entry(${pair})`;
    });
    return bracketed(texts, { ...LIST, open: isShort ? 'Map.of(' : 'Map.ofEntries(' });
  }

  types(...names: readonly string[]): Set<string> {
    for (const name of names) this.packages.add(`${SDK}.types.${name}`);
    return this.packages;
  }

  gaos(...names: readonly string[]): void {
    for (const name of names) this.packages.add(`${SDK}.gaos.models.${name}`);
  }
}

export const SDK = 'com.google.genai';
const INDENT = '    ';
export const LIST = { open: 'List.of(', close: ')', indent: INDENT, isTight: true };
