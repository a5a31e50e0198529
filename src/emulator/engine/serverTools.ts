import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { type Edition, isInEdition } from '../../api/versions';
import { digest } from '../digest';
import { topic } from '../text';
import type { WholePart } from './featureParts';
import type { OutputFeatures } from './outputFeatures';

type Request = Message<'GenerateContentRequest'>;

/** A call of a built-in tool and its response. The results are in the response metadata. */
interface Invocation {
  readonly toolType: string;
  readonly args: JsonObject;
  readonly response: JsonObject;
}

/**
 * Returns built-in tool calls as pairs of parts before the text, if the request asks for them and
 * the version supports them.
 */
export function invocationParts(
  { ground, urls }: OutputFeatures,
  prompt: string,
  request: Request,
  version: Edition,
): readonly WholePart[] {
  const isAsked = request.toolConfig?.includeServerSideToolInvocations === true;
  if (!isAsked || !isInEdition(messages.Part.fields.toolCall.versions, version)) return [];
  const about = topic(prompt).join(' ') || 'everything';
  const found: Invocation[] = [];
  if (ground === 'search') {
    const types = (request.tools ?? []).flatMap((tool) => tool.googleSearch?.searchTypes ?? []);
    const isPictures = types.some((one) => one.imageSearch) && !types.some((one) => one.webSearch);
    found.push({
      toolType: isPictures ? 'GOOGLE_SEARCH_IMAGE' : 'GOOGLE_SEARCH_WEB',
      args: { queries: [about] },
      response: { search_suggestions: `<div>${about}</div>` },
    });
  }
  if (ground === 'maps') {
    found.push({ toolType: 'GOOGLE_MAPS', args: { query: about }, response: { places: 2 } });
  }
  if (ground === 'files') {
    found.push({ toolType: 'FILE_SEARCH', args: { query: about }, response: { chunks: 2 } });
  }
  for (const { url, status } of urls) {
    found.push({ toolType: 'URL_CONTEXT', args: { urls: [url] }, response: { status } });
  }
  return found.flatMap(({ toolType, args, response }, index) => {
    const id = `tool-${digest([toolType, prompt, index]).slice(0, 8)}`;
    return [{ toolCall: { id, toolType, args } }, { toolResponse: { id, toolType, response } }].map(
      (part): WholePart => ({ part, modality: 'TEXT', tokens: 0 }),
    );
  });
}
