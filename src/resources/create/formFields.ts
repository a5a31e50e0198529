import { findMessage, findType, isUnion } from '../../api/schema/messages';
import type { FieldRow } from '../../api/schema/row';
import { formsOf } from '../../api/schema/union';

/** A form field. For a union, also has the discriminator value of the field's type. */
export interface FormField {
  readonly name: string;
  readonly field: FieldRow;
  readonly when?: { readonly by: string; readonly word: string };
}

export function formFields(message: string): readonly FormField[] {
  const type = findType(message);
  if (!type || !isUnion(type)) {
    return Object.entries(findMessage(message)?.fields ?? {}).map(([name, field]) => ({
      name,
      field,
    }));
  }
  const { by = '' } = type;
  return formsOf(type).flatMap((one) => {
    const fields = formFields(one.type);
    const word = fields.find(({ name }) => name === by)?.field.const ?? '';
    return fields.map((field) => ({ ...field, when: { by, word } }));
  });
}
