import type { CodeInput } from './codeInput';

/** The first lines of code: what it runs with, and what it needs. */
export function heading(mark: string, { headers, files }: CodeInput, runsWith: string): string {
  const variable = headers.find((header) => header.variable)?.variable;
  const needs = {
    GEMINI_API_KEY: 'Takes the API key from the variable GEMINI_API_KEY.',
    ACCESS_TOKEN: 'Takes an access token from the variable ACCESS_TOKEN.',
  };
  return [
    `Runs with ${runsWith}.`,
    ...(variable ? [needs[variable]] : []),
    ...files.map(({ name, mimeType }) => `Needs the attachment (${mimeType}) as ${name}.`),
  ]
    .map((line) => `${mark} ${line}\n`)
    .join('');
}
