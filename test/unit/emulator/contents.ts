import type { JsonObject } from '../../../src/api/schema/row';
import type { Generated } from './wire';

export const user = (text: string): JsonObject => ({ role: 'user', parts: [{ text }] });
export const model = (text: string): JsonObject => ({ role: 'model', parts: [{ text }] });
export const partsOf = (answer: Generated): readonly JsonObject[] =>
  answer.candidates?.[0]?.content?.parts ?? [];
