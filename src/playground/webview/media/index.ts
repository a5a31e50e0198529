// Public API of this folder: images, audio, video, and files of messages.
export { FileCard } from './fileCard';
export { MediaPart } from './mediaPart';
