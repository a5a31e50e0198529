import type { Message } from '../../api/schema/infer';
import { limits } from '../resources/limits';

export type CustomMetadata = Message<'CustomMetadata'>;

/**
 * What is wrong with custom metadata, one bullet each; empty where nothing is. That a key is there was
 * checked before.
 * @param at where it stands, such as `Chunk`.
 */
export function metadataProblems(
  at: string,
  metadata: readonly CustomMetadata[] = [],
): readonly string[] {
  const path = `* ${at}.custom_metadata`;
  const problems: string[] = [];
  if (metadata.length > limits.customMetadata) {
    problems.push(
      `${path}: must have at most ${limits.customMetadata} entries, and has ${metadata.length}`,
    );
  }
  for (const [index, { stringValue, stringListValue, numericValue }] of metadata.entries()) {
    if (stringValue === undefined && !stringListValue && numericValue === undefined) {
      problems.push(
        `${path}[${index}].value: required oneof field 'value' must have one initialized field`,
      );
    }
    const { length } = stringListValue?.values ?? [];
    if (length > limits.stringListValues) {
      const most = `must have at most ${limits.stringListValues} values, and has ${length}`;
      problems.push(`${path}[${index}].string_list_value.values: ${most}`);
    }
  }
  return problems;
}
