import { toCamelCase } from '../schema/names';

/** Names, in camelCase, and indexes from the root of a message. */
export type FieldPath = readonly (string | number)[];

/** `generation_config.stop_sequences[0]` → `generationConfig`, `stopSequences`, 0. */
export function fieldPath(field: string): FieldPath {
  return [...field.matchAll(/([A-Za-z_][\w]*)|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : toCamelCase(name),
  );
}

/** The field that the service's own words name, which say more than the field beside them: seen on the live service. */
export function fieldInWords(
  words: string,
): { readonly path: FieldPath; readonly isUnknown: boolean } | undefined {
  const unknown = /Unknown name "([^"]+)"(?: at '([^']+)')?/.exec(words);
  if (unknown) {
    const [, name = '', at] = unknown;
    return { path: [...fieldPath(at ?? ''), name], isUnknown: true };
  }
  const field = /Invalid value at '([^']+)'/.exec(words)?.[1];
  return field === undefined ? undefined : { path: fieldPath(field), isUnknown: false };
}

/** `* Request.contents[0].data: required … * Request.x: …`: what is missing, each with its field. */
export function fieldsListed(
  message: string,
): readonly { readonly field: string; readonly words: string }[] {
  return message.split(/(?:^|\s)\* (?=[A-Za-z_][\w.[\]]*:)/).flatMap((words) => {
    // The name of the message is not among the fields.
    const field = /^[A-Z]\w*\.([\w.[\]]+):/.exec(words)?.[1];
    return field === undefined ? [] : [{ field, words }];
  });
}

/** How the service says that something is too long or too much, and how people do. */
const LIMIT = /^must have at most (\d+) (\w+)(?:, and has (\d+))?\.?$/;

/** What a list of fields says to people: each field by its own name, in a sentence; other messages as they are. */
export function fieldsInWords(message: string): string {
  const listed = fieldsListed(message);
  if (listed.length === 0) return message;
  const head = message.slice(0, message.indexOf('* ')).trim();
  const sentences = listed.map(({ field, words }) =>
    fieldSentence(field, words.slice(words.indexOf(':') + 1).trim()),
  );
  return [...(head === '' ? [] : [head]), ...sentences].join(' ');
}

/** `requests[2].chunk.data.string_value` and what is wrong with it: `stringValue of requests[2] is longer than …`. */
export function fieldSentence(field: string, problem: string): string {
  const path = fieldPath(field);
  const name = path.findLast((part) => typeof part === 'string') ?? field;
  const element = /^(.*\[\d+\])\./.exec(field)?.[1];
  const subject = element === undefined ? name : `${name} of ${element}`;
  const [, most, unit, has] = LIMIT.exec(problem) ?? [];
  if (most === undefined) return ended(`${subject}: ${problem}`);
  const count = has === undefined ? '' : `; it has ${thousands(has)}`;
  const relation = unit === 'characters' ? 'is longer than' : 'has more than';
  return `${subject} ${relation} ${thousands(most)} ${unit ?? ''}${count}.`;
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function thousands(count: string): string {
  return Number(count).toLocaleString('en');
}
