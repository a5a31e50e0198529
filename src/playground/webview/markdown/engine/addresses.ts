interface Address {
  readonly href: string;
}

// The parser of Markdown takes addresses apart to escape them, which `URL` does when a link is judged. So they stay whole.
export const parse = (href: string): Address => ({ href });
export const format = ({ href }: Address): string => href;
export const encode = (text: string): string => text;

/** The words of an address: with its letters for the escapes of them, but for those that mean something in it. */
export const decode = Object.assign(
  (text: string): string => {
    try {
      return decodeURI(text.replaceAll('%25', '%2525'));
    } catch (error) {
      if (error instanceof URIError) return text;
      throw error;
    }
  },
  { defaultChars: '' },
);
