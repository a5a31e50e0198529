import type { PromptAttachment, PromptMessage } from '../model/promptFile';
import { escapeVariables, variablesIn } from '../model/variables';
import type { UnsupportedFields, Part } from './importedTurns';

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
export function readTemplate(template: string, leftOut: UnsupportedFields): TemplateContent {
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
