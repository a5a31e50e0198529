export { type MatchInput, modelMatchInput, operationMatchInput } from './matchInput';
export {
  MockRegistry,
  type LoadedRule,
  EMPTY_RULES,
  type Script,
  type SharedRules,
  type TakenResponse,
} from './mockRegistry';
export { FAIL, GENERATE } from './parts';
export type { Piece } from './parts';
export { unsupportedFields, TURN_REASONS, type WireForm } from './unsupportedFields';
export { type MockResponse, type Content, responseFault, isGenerating } from './format';
