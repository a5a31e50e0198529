import type { JsonObject } from '../api/schema/row';

/**
 * A fault as the command line has it, `KIND,NAME=VALUE…`, in the form of the control API. Whole numbers,
 * `true` and `false` are what they look like, other values are texts. Undefined where it has another form.
 */
export function parseFault(text: string): JsonObject | undefined {
  const [kind = '', ...fields] = text.split(',');
  const entries = fields.map((field) => /^(\w+)=(.*)$/.exec(field));
  if (kind === '' || entries.includes(null)) return undefined;
  const read = entries.map((entry) => [entry?.[1] ?? '', valueOf(entry?.[2] ?? '')] as const);
  return { kind, ...Object.fromEntries(read) };
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
