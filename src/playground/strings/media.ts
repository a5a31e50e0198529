/** Texts of the panel about pictures, sounds and films of answers. */
export const mediaStrings = {
  saveMedia: 'Save As…',
  openMedia: 'Open in Editor',
  copyImage: 'Copy Image',
  imageNotCopied: 'The image could not be copied. Save it instead.',
} as const;
