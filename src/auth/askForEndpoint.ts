import { formatEndpoint, parseEndpoint } from '../api/endpoint';
import { AppError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';

export const DEFAULT_ENDPOINT = 'https://generativelanguage.googleapis.com';

export interface EndpointQuestion {
  readonly title: string;
  /** A sentence; what an address consists of by default. */
  readonly prompt?: string;
  readonly value?: string;
  /** An emptied field is an answer too. */
  readonly isOptional?: boolean;
}

/** Asks for the address of a service. Empty only where that is possible; undefined when dismissed. */
export async function askForEndpoint(
  { prompts, l10n }: { readonly prompts: Prompts; readonly l10n: L10n },
  { title, prompt, value, isOptional = false }: EndpointQuestion,
): Promise<string | undefined> {
  const isNone = (text: string): boolean => isOptional && text.trim() === '';
  const answer = await prompts.input({
    title,
    prompt:
      prompt ?? l10n.t('Address of the service: scheme, host and port, and the path of a gateway.'),
    placeholder: 'https://gateway.example',
    ...(value === undefined ? {} : { value }),
    validate: (text) => (isNone(text) ? undefined : endpointProblem(text)),
  });
  if (answer === undefined) return undefined;
  return isNone(answer) ? '' : formatEndpoint(parseEndpoint(answer));
}

function endpointProblem(text: string): string | undefined {
  try {
    parseEndpoint(text);
    return undefined;
  } catch (error) {
    const hint = error instanceof AppError ? error.hint : undefined;
    return [errorMessage(error), hint].filter(Boolean).join(' ');
  }
}
