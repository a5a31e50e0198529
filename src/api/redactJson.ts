import type { Redactor } from './redact';

/**
 * Takes secrets out of a value of JSON, text by text: in the whole of it as one text, a secret would take the
 * quotation mark after it along.
 */
export function redactJson<T>(value: T, clean: Redactor): T {
  return redacted(value, clean) as T;
}

function redacted(value: unknown, clean: Redactor): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const key = clean(name);
      return [key, typeof item === 'string' ? named(key, item, clean) : redacted(item, clean)];
    }),
  );
}

/** A text that its name alone may tell to be a secret, as that of a header. */
function named(key: string, text: string, clean: Redactor): string {
  const start = `${key}: `;
  const line = clean(`${start}${text}`);
  return line.startsWith(start) ? line.slice(start.length) : clean(text);
}
