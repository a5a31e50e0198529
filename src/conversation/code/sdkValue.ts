import { findMessage, findType, isEnum } from '../../api/schema/messages';
import type { FieldRow, JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, visibleJson } from '../../base/json';

/** A file that the code reads, or uploads with the SDK. */
export interface SdkFile {
  /** Variable of the code. */
  readonly variable: string;
  readonly name: string;
  readonly mimeType: string;
  readonly isUploaded: boolean;
}

/** Whether the server processes an uploaded file before requests can use it. */
export function isProcessed({ isUploaded, mimeType }: SdkFile): boolean {
  return isUploaded && /^(?:video|audio)\//.test(mimeType);
}

/** A value of a request, with the types of the SDKs, which each language writes in its own way. */
export type SdkValue =
  | { readonly kind: 'scalar'; readonly type: string; readonly value: string | number | boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'enum'; readonly type: string; readonly value: string }
  /** Content of a file: bytes, in JSON as Base64. */
  | { readonly kind: 'file'; readonly file: SdkFile; readonly isBytes: boolean }
  /** URI of an uploaded file. */
  | { readonly kind: 'uri'; readonly file: SdkFile }
  | { readonly kind: 'list'; readonly type: string; readonly items: readonly SdkValue[] }
  | { readonly kind: 'map'; readonly type: string; readonly entries: readonly SdkField[] }
  | SdkMessage;

export interface SdkMessage {
  readonly kind: 'message';
  /** Type of the SDKs. */
  readonly type: string;
  readonly fields: readonly SdkField[];
}

export type SdkField = readonly [name: string, value: SdkValue];

/** Types that the SDKs name differently. For others, the last segment of the name is the same. */
const TYPES: { readonly [name: string]: string } = {
  CodeExecution: 'ToolCodeExecution',
  'FunctionResponse.Scheduling': 'FunctionResponseScheduling',
  'PartMediaResolution.Level': 'PartMediaResolutionLevel',
  'DynamicRetrievalConfig.Mode': 'DynamicRetrievalConfigMode',
  'FunctionCallingConfig.Mode': 'FunctionCallingConfigMode',
  'AudioTranscriptionConfig.Mode': 'AudioTranscriptionConfigMode',
  // Strings in the SDKs.
  'GenerationConfig.Modality': 'string',
  TaskType: 'string',
};

/** Fields that the SDKs don't have, by message (@google/genai 3.3.0 and google-genai 2.25.0). */
const MISSING: { readonly [message: string]: readonly string[] } = {
  GenerationConfig: ['responseFormat', 'translationConfig', 'enableAffectiveDialog'],
  ToolCall: ['toolName'],
  FunctionCall: ['partialArgs', 'willContinue'],
  FileSearch: ['retrievalResources', 'retrievalConfig'],
  EmbedContentConfig: ['autoTruncate', 'documentOcr', 'audioTrackExtraction'],
};

/** Converts the JSON of a request to values, and collects what the SDKs can’t express. */
export class SdkValues {
  readonly files: SdkFile[] = [];
  readonly #missing = new Set<string>();
  /** By URI. */
  readonly #uploaded = new Map<string, SdkFile>();
  readonly #read: ReadonlyMap<string, SdkFile>;

  /** @param read files that the code reads, by their placeholder in the JSON */
  constructor(read: ReadonlyMap<string, SdkFile>) {
    this.#read = read;
  }

  /** Paths of fields that the SDKs don't have. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  message(name: string, json: JsonObject, path = ''): SdkMessage {
    return { kind: 'message', type: sdkType(name), fields: this.fields(name, json, path) };
  }

  fields(name: string, json: JsonObject, path = ''): SdkField[] {
    const row = findMessage(name);
    return Object.entries(json).flatMap(([field, value]): SdkField[] => {
      const here = path === '' ? field : `${path}.${field}`;
      const found = row && Object.hasOwn(row.fields, field) ? row.fields[field] : undefined;
      if (value === undefined || value === null) return [];
      if (!found || MISSING[name]?.includes(field)) {
        // The name may come from JSON that someone else wrote.
        this.#missing.add(here.replace(/[^\w.]/g, ''));
        return [];
      }
      if (field === 'fileUri') return [[field, this.#uri(value, json.mimeType)]];
      return [[field, this.#field(found, value, here)]];
    });
  }

  /** Free JSON, such as schemas, arguments, and requests of the Interactions API. */
  json(value: JsonValue | undefined): SdkValue {
    if (value === null || value === undefined) return { kind: 'null' };
    if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).map((item) => this.json(item));
      return { kind: 'list', type: 'json', items };
    }
    if (isObject(value)) {
      const entries = Object.entries(value).flatMap(([name, item]): SdkField[] =>
        item === undefined ? [] : [[name, this.#content(name, item, value)]],
      );
      return { kind: 'map', type: 'json', entries };
    }
    return { kind: 'scalar', type: 'json', value: value as string | number | boolean };
  }

  /** Files of contents in the Interactions API. */
  #content(name: string, value: JsonValue, content: JsonObject): SdkValue {
    const file = name === 'data' ? this.#fileOf(value) : undefined;
    if (file) return { kind: 'file', file, isBytes: false };
    const isFile = name === 'uri' && content.mime_type !== undefined;
    return isFile ? this.#uri(value, content.mime_type) : this.json(value);
  }

  #field(row: FieldRow, value: JsonValue, path: string): SdkValue {
    if (row.map && isObject(value)) {
      const entries = Object.entries(value).flatMap(([name, item]): SdkField[] =>
        item === undefined ? [] : [[name, this.#value(row.type, item, path)]],
      );
      return { kind: 'map', type: sdkType(row.type), entries };
    }
    if (row.repeated) {
      const items = (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).map((item) =>
        this.#value(row.type, item, path),
      );
      return { kind: 'list', type: sdkType(row.type), items };
    }
    return this.#value(row.type, value, path);
  }

  #value(type: string, value: JsonValue, path: string): SdkValue {
    const row = findType(type);
    if (row && isEnum(row) && typeof value === 'string') {
      const known = Object.keys(row.values).find((name) => name === value || name === upper(value));
      const to = sdkType(type);
      if (to === 'string' || known === undefined) return { kind: 'scalar', type: 'string', value };
      return { kind: 'enum', type: to, value: known };
    }
    if (row && isObject(value)) return this.message(type, value, path);
    if (['json', 'struct', 'any'].includes(type) || typeof value === 'object') {
      return this.json(value);
    }
    const file = type === 'bytes' ? this.#fileOf(value) : undefined;
    if (file) return { kind: 'file', file, isBytes: true };
    return { kind: 'scalar', type, value };
  }

  #fileOf(value: JsonValue): SdkFile | undefined {
    const file = typeof value === 'string' ? this.#read.get(value) : undefined;
    if (file && !this.files.includes(file)) this.files.push(file);
    return file;
  }

  /** Files of the Files API expire, so the code uploads them. */
  #uri(value: JsonValue, type: JsonValue | undefined): SdkValue {
    if (typeof value !== 'string' || !/\/v\w+\/files\/[\w-]+$/.test(value)) return this.json(value);
    const mimeType = typeof type === 'string' ? type.replace(/[^\w.+/-]/g, '') : '';
    const known = this.#uploaded.get(value);
    if (known) return { kind: 'uri', file: known };
    const number = this.#uploaded.size + 1;
    const name = `file-${number}.${extensionOf(mimeType)}`;
    const file = { variable: `file${number}`, name, mimeType, isUploaded: true };
    this.#uploaded.set(value, file);
    this.files.push(file);
    return { kind: 'uri', file };
  }
}

export function extensionOf(mimeType: string): string {
  return /^[\w.+-]+\/(?:x-)?([a-z0-9]{1,10})/.exec(mimeType)?.[1] ?? 'bin';
}

function sdkType(name: string): string {
  return TYPES[name] ?? name.slice(name.lastIndexOf('.') + 1);
}

function upper(text: string): string {
  return text.toUpperCase();
}

/** A piece of code: undefined, false, and empty text remove a line that has nothing else. */
type Piece = string | false | undefined;

/** Stands for a piece; private use, so no template has it. */
const MARK = '\ue000';

/**
 * Returns a piece of code from a template that is indented like the code around it. The lines of a piece are
 * indented like the line that it is in.
 */
export function code(template: TemplateStringsArray, ...pieces: readonly Piece[]): string {
  const marked = template.join(MARK).replace(/^\n/, '').replace(/\n *$/, '');
  const indents = marked.split('\n').flatMap((line) => (/\S/.test(line) ? [indentOf(line)] : []));
  const common = Math.min(...indents);
  let at = 0;
  return marked
    .split('\n')
    .flatMap((line) => {
      const here = line.slice(common);
      const used = here.split(MARK).length - 1;
      const values = pieces.slice(at, (at += used));
      if (used > 0 && here.replaceAll(MARK, '').trim() === '' && !values.some(isText)) return [];
      const indent = ' '.repeat(indentOf(here));
      let index = 0;
      return [
        here.replaceAll(MARK, () => {
          const value = values[index++];
          return isText(value) ? value.replace(/\n(?=.)/g, `\n${indent}`) : '';
        }),
      ];
    })
    .join('\n');
}

function isText(piece: Piece): piece is string {
  return piece !== undefined && piece !== false && piece !== '';
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Joins the parts of a file with an empty line between them. */
export function sections(...parts: readonly Piece[]): string {
  return `${parts.filter(isText).join('\n\n')}\n`;
}

/** Maximum length of a list or object on one line, without its indentation. */
const MAX_LINE_LENGTH = 64;

interface Brackets {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
  /** Between the brackets and items on one line. */
  readonly space?: string;
  /** Whether each item has its own line, however short. */
  readonly isLong?: boolean;
  /** Whether the closing bracket is on the line of the last item, without a comma. */
  readonly isTight?: boolean;
}

/** Returns items in brackets, on one line if they are short. */
export function bracketed(
  items: readonly string[],
  { open, close, indent, space = '', isLong = false, isTight = false }: Brackets,
): string {
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (items.length === 0) return `${open}${close}`;
  if (!isLong && line.length <= MAX_LINE_LENGTH && !line.includes('\n')) return line;
  const lines = items.map((item) => `${indent}${item.replace(/\n(?=.)/g, `\n${indent}`)}`);
  return `${open}\n${lines.join(',\n')}${isTight ? '' : ',\n'}${close}`;
}

/** A string literal of JavaScript, TypeScript, and Java. */
export function string(text: string): string {
  return visibleJson(JSON.stringify(text));
}

/** A string literal of Python and Go, which keep the two halves of a JSON escape beyond U+FFFF apart. */
export function wholeString(text: string): string {
  return wholeEscapes(string(text));
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
