import type { OperationId } from '../api/operations';
import { countTokens } from './handlers/count';
import { generateContent, streamGenerateContent } from './handlers/generate';
import {
  countMessageTokens,
  countTextTokens,
  generateMessage,
  generateText,
} from './handlers/legacy';
import { getModel, listModels } from './handlers/models';
import type { Handler } from './reply';

/** What answers each operation. One that the table has and this map lacks is answered with 501. */
export const handlers: { readonly [I in OperationId]?: Handler } = {
  'models.get': getModel,
  'models.list': listModels,
  'models.generateContent': generateContent,
  'models.streamGenerateContent': streamGenerateContent,
  'models.countTokens': countTokens,
  'models.generateText': generateText,
  'models.generateMessage': generateMessage,
  'models.countTextTokens': countTextTokens,
  'models.countMessageTokens': countMessageTokens,
};
