/** The fields of something that was saved; none where it is no object. */
export function record(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
