import * as l10n from '@vscode/l10n';
import { formatEndpoint, isLoopback, parseEndpoint } from '../api/endpoint';
import { messageWithHint } from '../base/errors';
import type { PickItem, Prompts } from '../platform/prompts';

interface EndpointQuestion {
  readonly title: string;
  /** A sentence; describes the URL format by default. */
  readonly prompt?: string;
  readonly value?: string;
  readonly isOptional?: boolean;
  readonly problemOf?: (endpoint: string) => string | undefined;
}

/**
 * Asks for an endpoint URL. Suggests a scheme if it is missing.
 * Empty only if `isOptional`; undefined if dismissed.
 */
export async function askForEndpoint(
  { prompts }: { readonly prompts: Pick<Prompts, 'input'> },
  { title, prompt, value, isOptional = false, problemOf }: EndpointQuestion,
): Promise<string | undefined> {
  const isNone = (text: string): boolean => isOptional && text.trim() === '';
  const usual = l10n.t('Base URL of the API, for example https://gateway.example.com/gemini');
  let shown = { prompt: prompt ?? usual, value };
  for (;;) {
    const answer = await prompts.input({
      title,
      prompt: shown.prompt,
      placeholder: 'https://gateway.example',
      ...(shown.value === undefined ? {} : { value: shown.value }),
      validate: (text) => (isNone(text) ? undefined : endpointProblem(text, problemOf)),
    });
    if (answer === undefined) return undefined;
    if (isNone(answer)) return '';
    const likely = likelyEndpoint(answer);
    if (likely === undefined) return formatEndpoint(parseEndpoint(answer));
    const text = l10n.t('The URL had no scheme. Press Enter to use the suggested URL.');
    shown = { prompt: text, value: likely };
  }
}

export function typedEndpoint(
  problemOf?: EndpointQuestion['problemOf'],
): (text: string) => PickItem<string> | undefined {
  return (text) => {
    if (!/^https?:\/\/./i.test(text.trim()) && likelyEndpoint(text) === undefined) return undefined;
    if (endpointProblem(text, problemOf) !== undefined) return undefined;
    const endpoint = likelyEndpoint(text) ?? formatEndpoint(parseEndpoint(text));
    return { label: l10n.t('Use {0}', endpoint), icon: 'link', value: endpoint };
  };
}

function endpointProblem(
  text: string,
  problemOf: EndpointQuestion['problemOf'],
): string | undefined {
  try {
    const endpoint = likelyEndpoint(text) ?? formatEndpoint(parseEndpoint(text));
    return problemOf?.(endpoint);
  } catch (error) {
    return messageWithHint(error);
  }
}

/**
 * Adds the likely scheme: `http` for this machine, else `https`. Undefined if there is a scheme, or if the
 * result isn't a valid endpoint.
 */
export function likelyEndpoint(text: string): string | undefined {
  const address = text.trim();
  const { hostname: host } = URL.canParse(`http://${address}`) ? new URL(`http://${address}`) : {};
  // Without a dot, it may be a word or a different scheme.
  if (host === undefined || !(host.includes('.') || isLoopback(host))) return undefined;
  if (address.includes('://')) return undefined;
  try {
    return formatEndpoint(parseEndpoint(`${isLoopback(host) ? 'http' : 'https'}://${address}`));
  } catch {
    return undefined;
  }
}
