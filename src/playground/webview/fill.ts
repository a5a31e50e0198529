/** Fills `{0}`, `{1}` … of a text; a place without a value stays as it is. */
export function fill(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
}
