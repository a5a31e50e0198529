import { parse } from 'yaml';
import { findMessage } from '../../api/schema/messages';
import { fieldAt, withField } from '../model/requestFields';
import {
  isObject,
  items,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
} from '../../base/json';
import { withModeRequest } from '../model/modes';
import {
  type PromptAttachment,
  type PromptFile,
  type PromptMessage,
  type PromptVariable,
  promptVariables,
} from '../model/promptFile';
import { escapeVariables, variablesIn } from '../model/turns';
import { type Part, sanitizeSettings, UnsupportedFields } from './importedTurns';

/** A prompt imported from a Dotprompt file, and the unsupported fields of the file. */
export interface ImportedPrompt {
  readonly prompt: PromptFile;
  readonly leftOut: readonly string[];
}

/** Model if the prompt has none and none was used before. */
const FALLBACK = 'models/gemini-flash-latest';

const PARTS = /^((?:(?:#[^\n]*|[ \t]*)\n)*---[ \t]*\n)(.*?\n|)---[ \t]*(?:\n(.*))?$/s;

/**
 * Parses a Dotprompt file: YAML and a Handlebars template. Throws if the YAML is invalid.
 * @param name default name
 * @param model default model
 */
export function dotprompt(source: string, name: string, model: string): ImportedPrompt {
  const text = source.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const [, head = '', yaml = '', template = ''] = PARTS.exec(text) ?? ['', '', '', text];
  // Leading line breaks keep line numbers in errors correct.
  const value: unknown = parse(head.replaceAll(/[^\n]/g, '') + yaml);
  const front: JsonObject = isObject(value) ? value : {};
  const leftOut = new UnsupportedFields();
  const own = googleModel(front.model);
  const content = readTemplate(template.trim(), leftOut);
  const instruction = content.systemInstruction;
  const request: JsonObject = {
    ...requestOf(front, leftOut),
    ...(instruction !== '' && { systemInstruction: { parts: [{ text: instruction }] } }),
  };
  const { settings, leftOut: refused } = sanitizeSettings(withModeRequest({}, 'chat', request));
  const { messages } = content;
  const variables = variablesOf(front, promptVariables({ settings, messages }), leftOut);
  leftOut.addOthers(front, [
    'name',
    'config',
    'input',
    'output',
    'tools',
    'toolDefs',
    ...(own === undefined ? [] : ['model']),
  ]);
  const prompt: PromptFile = {
    format: 1,
    name: textAt(front, 'name') || name,
    model: own ?? (model || FALLBACK),
    settings,
    messages,
    ...(Object.keys(variables).length > 0 && { variables }),
  };
  return { prompt, leftOut: [...leftOut.names, ...refused] };
}

/** Parses names such as `googleai/gemini-flash`; undefined for other providers. */
function googleModel(model: JsonValue | undefined): string | undefined {
  if (typeof model !== 'string') return undefined;
  const [, id] =
    /^(?:(?:googleai|vertexai|google|google-genai|models)\/)?((?:gemini|gemma|learnlm)[\w.-]*)$/.exec(
      model,
    ) ?? [];
  return id === undefined ? undefined : `models/${id}`;
}

function requestOf(front: JsonObject, leftOut: UnsupportedFields): JsonObject {
  const { fields = {} } = findMessage('GenerationConfig') ?? {};
  let request: JsonObject = {};
  for (const [name, value] of Object.entries(objectAt(front, 'config'))) {
    if (value === undefined || value === null) continue;
    if (Object.hasOwn(fields, name))
      request = withField(request, `generationConfig.${name}`, value);
    else if (name === 'safetySettings') request = { ...request, safetySettings: value };
    else leftOut.add(`config.${name}`, value);
  }
  const output = objectAt(front, 'output');
  const { format, schema } = output;
  const isJson = format === 'json' || (format === undefined && schema !== undefined);
  if (isJson) request = withField(request, 'generationConfig.responseMimeType', 'application/json');
  else if (format !== undefined && format !== 'text') leftOut.add('output.format', format);
  if (schema !== undefined && schema !== null) {
    const found = isJson
      ? jsonSchemaOf(schema, (type) => leftOut.add('output.schema', type))
      : undefined;
    if (!found) leftOut.add('output.schema');
    else if (Object.keys(found).length > 0) {
      request = withField(request, 'generationConfig.responseJsonSchema', found);
    }
  }
  leftOut.addOthers(output, ['format', 'schema'], 'output.');
  const declared = [...items(front.tools), ...items(front.toolDefs)].flatMap((tool) => {
    if (!isObject(tool)) {
      // The file has only the tool's name; the function is defined in the app.
      leftOut.add('tools', tool);
      return [];
    }
    const { name = '', description, inputSchema, ...others } = tool;
    leftOut.addOthers(others, [], 'tools[].');
    const parameters =
      inputSchema === undefined || inputSchema === null
        ? undefined
        : jsonSchemaOf(inputSchema, (type) => leftOut.add('tools[].inputSchema', type));
    return [
      {
        name,
        ...(description !== undefined && { description }),
        ...(parameters && { parametersJsonSchema: parameters }),
      },
    ];
  });
  return declared.length > 0
    ? { ...request, tools: [{ functionDeclarations: declared }] }
    : request;
}

function variablesOf(
  front: JsonObject,
  used: readonly string[],
  leftOut: UnsupportedFields,
): { readonly [name: string]: PromptVariable } {
  const input = objectAt(front, 'input');
  const { schema } = input;
  const defaults = objectAt(input, 'default');
  leftOut.addOthers(input, ['schema', 'default'], 'input.');
  const rows = isObject(schema) ? schemaRows(schema, leftOut) : new Map<string, string>();
  if (schema !== undefined && schema !== null && !isObject(schema)) {
    leftOut.add('input.schema', schema);
  }
  const others = Object.keys(defaults).filter(
    (name) => !used.some((one) => one === name || one.startsWith(`${name}.`)),
  );
  for (const name of others) leftOut.add(`input.default.${name}`, defaults[name]);
  return Object.fromEntries(
    used.map((name) => {
      const description = rows.get(name) ?? '';
      const value = fieldAt(defaults, name);
      const proposed = typeof value === 'object' ? undefined : value;
      if (value !== undefined && proposed === undefined) leftOut.add(`input.default.${name}`);
      return [
        name,
        {
          ...(description !== '' && { description }),
          ...(proposed !== undefined && { default: String(proposed) }),
        },
      ];
    }),
  );
}

function schemaRows(schema: JsonObject, leftOut: UnsupportedFields): Map<string, string> {
  const { properties } = schema;
  const fields = isObject(properties) ? properties : schema;
  const rows = new Map<string, string>();
  for (const [key, held] of Object.entries(fields)) {
    const [name = key, kind = ''] = key.split(/\??\(|\?$/);
    const ofKind = described(kind.replace(/\)$/, ''));
    const ofValue = kind === '' && typeof held === 'string' ? described(held) : undefined;
    const written = isObject(held) ? held : {};
    const type = ofValue?.type ?? (ofKind.type || textAt(written, 'type') || 'object');
    if (type !== 'string') leftOut.add(`input.schema.${name}`, type);
    rows.set(name, ofValue?.description ?? (textAt(written, 'description') || ofKind.description));
  }
  return rows;
}

const SCALARS = new Set(['any', 'boolean', 'integer', 'null', 'number', 'string']);
const TYPES = new Set([...SCALARS, 'object', 'array']);

/**
 * Converts a Picoschema to JSON Schema; JSON Schema is unchanged.
 * @param unknown called for each undefined type, which becomes an empty schema
 */
export function jsonSchemaOf(schema: JsonValue, unknown: (name: string) => void): JsonObject {
  if (isObject(schema)) {
    if (typeof schema.type === 'string' && TYPES.has(schema.type)) return schema;
    if (isObject(schema.properties)) return { ...schema, type: 'object' };
  }
  return schemaOf(schema, unknown);
}

/** Converts a type name with an optional description after a comma, or an object of fields. */
function schemaOf(value: JsonValue, unknown: (name: string) => void): JsonObject {
  if (typeof value === 'string') {
    const { type, description } = described(value);
    if (!SCALARS.has(type)) unknown(type);
    const isNamed = SCALARS.has(type) && type !== 'any';
    return { ...(isNamed && { type }), ...(description !== '' && { description }) };
  }
  if (!isObject(value)) {
    unknown(JSON.stringify(value));
    return {};
  }
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  let additionalProperties: JsonValue = false;
  for (const [key, held] of Object.entries(value)) {
    if (key === '(*)') {
      additionalProperties = schemaOf(held ?? 'any', unknown);
      continue;
    }
    const [, name = key, optional, kind] = /^([^(?]*)(\??)(?:\((.*)\))?$/s.exec(key) ?? [];
    if (!optional) required.push(name);
    const one = fieldOf(kind, held ?? 'any', unknown);
    properties.push([name, optional ? nullable(one) : one]);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties,
  };
}

function fieldOf(
  kind: string | undefined,
  value: JsonValue,
  unknown: (name: string) => void,
): JsonObject {
  if (kind === undefined) return schemaOf(value, unknown);
  const { type, description } = described(kind);
  const rest = description === '' ? {} : { description };
  if (type === 'array') return { type: 'array', items: schemaOf(value, unknown), ...rest };
  if (type === 'object') return { ...schemaOf(value, unknown), ...rest };
  if (type === 'enum' && Array.isArray(value)) {
    const isText = value.every((one) => typeof one === 'string');
    return { ...(isText && { type: 'string' }), enum: value, ...rest };
  }
  unknown(type);
  return rest;
}

/** Optional fields may be null too. */
function nullable(schema: JsonObject): JsonObject {
  const values = schema.enum;
  return {
    ...schema,
    ...(typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...(values as readonly JsonValue[]), null] }),
  };
}

function described(text: string): { readonly type: string; readonly description: string } {
  const comma = text.indexOf(',');
  if (comma < 0) return { type: text.trim(), description: '' };
  return { type: text.slice(0, comma).trim(), description: text.slice(comma + 1).trim() };
}

interface TemplateContent {
  readonly systemInstruction: string;
  readonly messages: readonly PromptMessage[];
}

interface Reading {
  readonly role: string;
  text: string;
  readonly parts: Part[];
  readonly attachments: PromptAttachment[];
}

const TAGS = /(\\?)(\{\{~?!--.*?--~?\}\}|\{\{\{.*?\}\}\}|\{\{.*?\}\})/gs;

/**
 * Parses a Handlebars template with Dotprompt tags. Variables stay; unsupported tags stay as text
 * and are reported.
 */
function readTemplate(template: string, leftOut: UnsupportedFields): TemplateContent {
  const begin = (role: string): Reading => ({ role, text: '', parts: [], attachments: [] });
  let now = begin('user');
  const all = [now];
  let [end, trims] = [0, false];
  const addText = (text: string): void => {
    now.text += trims ? text.trimStart() : text;
    if (text.trim() !== '') trims = false;
  };
  for (const match of template.matchAll(TAGS)) {
    const [whole, escape, tag = ''] = match;
    addText(template.slice(end, match.index));
    end = match.index + whole.length;
    if (escape) {
      now.text += variablesIn(tag).length > 0 ? whole : tag;
      continue;
    }
    const inner = tag.replace(/^\{+/, '').replace(/\}+$/, '');
    if (inner.startsWith('~')) now.text = now.text.trimEnd();
    trims = inner.endsWith('~');
    const code = inner.replace(/^~|~$/g, '').trim();
    const role = /^role\s+["'](\w+)["']/.exec(code)?.[1];
    if (role !== undefined) {
      now = begin(role);
      all.push(now);
    } else if (code === 'history') {
      // The file doesn't contain the history; a response follows it.
      leftOut.add('{{history}}');
      now = begin('model');
      all.push(now);
    } else if (/^media\s/.test(code)) {
      if (!addMedia(now, code)) leftOut.add(`{{${code}}}`);
    } else if (/^(?:section\s|!)/.test(code)) {
      leftOut.add(code.startsWith('!') ? '{{! … }}' : `{{${code}}}`);
    } else if (isVariable(code)) {
      now.text += `{{${code}}}`;
    } else {
      if (!/^(?:\/|else\b)/.test(code)) leftOut.add(`{{${code}}}`);
      now.text += escapeVariables(tag);
    }
  }
  addText(template.slice(end));
  return contentOf(all, leftOut);
}

function isVariable(code: string): boolean {
  if (['else', 'this'].includes(code) || code.startsWith('this.')) return false;
  return variablesIn(`{{${code}}}`).length > 0;
}

/** Adds media by path, URL, or content. Returns false if the URL is a variable. */
function addMedia(message: Reading, code: string): boolean {
  const url = /\surl=["']([^"']+)["']/.exec(code)?.[1];
  const mimeType = /\scontentType=["']([^"']+)["']/.exec(code)?.[1];
  if (url === undefined) return false;
  const type = mimeType === undefined ? {} : { mimeType };
  const [, own, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  const isPath = !/^(?:[a-z][\w+.-]*:|[/\\])/i.test(url);
  if (isPath) {
    message.attachments.push({ path: url, ...type });
    return true;
  }
  if (own === undefined && !/^(?:https?|gs):/i.test(url)) return false;
  if (message.text.trim() !== '') message.parts.push({ text: message.text.trim() });
  message.text = '';
  message.parts.push(
    own === undefined || data === undefined
      ? { fileData: { fileUri: url, ...type } }
      : { inlineData: { mimeType: mimeType ?? own, data } },
  );
  return true;
}

function contentOf(all: readonly Reading[], leftOut: UnsupportedFields): TemplateContent {
  const messages: PromptMessage[] = [];
  const instructions: string[] = [];
  for (const { role, text: raw, parts, attachments } of all) {
    const text = raw.trim();
    if (text === '' && parts.length === 0 && attachments.length === 0) continue;
    if (role === 'system') {
      instructions.push(text);
      if (parts.length + attachments.length > 0) leftOut.add('{{media}} (system)');
      continue;
    }
    if (!['user', 'model', 'assistant'].includes(role)) leftOut.add(`{{role "${role}"}}`);
    messages.push({
      role: role === 'model' || role === 'assistant' ? 'model' : 'user',
      ...(attachments.length > 0 && { attachments }),
      ...(parts.length > 0 && { parts }),
      ...(text !== '' && { text }),
    });
  }
  return { systemInstruction: instructions.filter(Boolean).join('\n\n'), messages };
}
