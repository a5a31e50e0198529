// Pictures, sounds, films and files of a message: what others may use of them.
export { FileCard } from './fileCard';
export { MediaPart } from './mediaPart';
