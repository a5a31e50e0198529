export { tokensFromCache } from './cache';
export { readConversation } from './conversation';
export { batchEmbedContents, batchEmbedText, embedContent, embedText } from './embedContent';
export { generateAnswer } from './generateAnswer';
export { abstractPicture, encodePng } from './media';
export {
  countPromptTokens,
  generate,
  generateContent,
  streamGenerateContent,
  wholeReply,
} from './generateContent';
export {
  countMessageTokens,
  countTextTokens,
  generateMessage,
  generateText,
  textReply,
} from './legacy';
export { isGenuine, signature } from './thoughts';
export { passagesFor } from './storePassages';
