export { FileCard } from './fileCard';
export { MediaPart } from './mediaPart';
