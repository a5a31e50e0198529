import type { Message } from '../../api/schema/infer';
import { checkRequest } from '../engine/checks';
import { countPrompt } from '../engine/usage';
import { single, type Handler } from '../reply';
import { badFields } from '../status';

export const countTokens: Handler = (call, world) => {
  const seed = world.models.require(call.path.model ?? '', call.version, call.row);
  const request = call.body as Message<'CountTokensRequest'>;
  const whole = request.generateContentRequest;
  const contents = request.contents ?? [];
  if (whole && contents.length > 0) {
    throw badFields([
      '* CountTokensRequest: only one of contents and generate_content_request can be set.',
    ]);
  }
  // It counts as the request would be sent.
  if (whole) checkRequest(whole, seed);
  const { total, details, cached } = countPrompt(whole ?? { contents });
  if (!whole && contents.length === 0) {
    throw badFields(['* CountTokensRequest.contents: contents is not specified']);
  }
  return single({
    totalTokens: total,
    cachedContentTokenCount: cached,
    promptTokensDetails: details,
    cacheTokensDetails: cached > 0 ? [{ modality: 'TEXT', tokenCount: cached }] : [],
  });
};
