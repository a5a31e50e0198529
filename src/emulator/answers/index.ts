export { type Asked, askedOfModel, askedPlainly } from './matchInput';
export {
  AnswerBook,
  type LoadedRule,
  NO_RULES,
  type Script,
  type SharedRules,
  type TakenAnswer,
} from './mockRegistry';
export { FAIL, GENERATE } from './conditionFormat';
export type { Piece } from './contentFormat';
export { leftOutOf, TURN_REASONS, type WireForm } from './unsupportedFields';
export { type Answer, type Content, faultOf, isGenerating } from './format';
