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
