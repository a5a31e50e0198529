/** Longer or deeper JSON stays as it came. */
const LONGEST = 500_000;
const DEEPEST = 60;

/**
 * JSON with line breaks and indentation; what is not JSON as it is. Only the white space changes: a large
 * number, or a field that is there twice, would not survive being read and written.
 */
export function formattedJson(text: string): string {
  if (text.length > LONGEST || !isJson(text)) return text;
  const out: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === '[' || token === '{') {
      if (++depth > DEEPEST) return text;
      out.push(token, line());
    } else if (token === ']' || token === '}') {
      depth--;
      out.push(line(), token);
    } else if (token === ',') out.push(token, line());
    else if (token === ':') out.push(': ');
    else out.push(/^[[{]/.test(token) ? token.replace(/\s/g, '') : token);
  }
  return out.join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
