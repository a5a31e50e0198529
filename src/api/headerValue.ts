/**
 * Why a text can't be sent as a credential in a header, or undefined when it can. A key with a line
 * break would add a header of its own; one with other characters was copied wrong.
 */
export function credentialProblem(value: string): string | undefined {
  if (/^[\u0021-\u007e]+$/.test(value)) return undefined;
  if (value === '') return 'it is empty';
  if (/[\r\n]/.test(value)) return 'it has a line break in it';
  if (/\s/.test(value)) return 'it has a space in it';
  return 'it has characters other than plain ASCII';
}
