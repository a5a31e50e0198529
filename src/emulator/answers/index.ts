export { type Asked, askedOfModel, askedPlainly } from './asked';
export {
  AnswerBook,
  type LoadedRule,
  NO_RULES,
  type Script,
  type SharedRules,
  type TakenAnswer,
} from './book';
export { FAIL, GENERATE } from './conditionFormat';
export type { Piece } from './contentFormat';
export { leftOutOf, TURN_REASONS, type WireForm } from './leftOut';
export { type Answer, type Content, faultOf, isGenerating } from './format';
