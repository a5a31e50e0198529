import { codeBlock } from './code';
import { countTokens } from './tokens';
import { topic, words } from './words';

/** A section of an answer, written where the prompt has one of its words. */
interface Form {
  readonly words: RegExp;
  readonly write: (prompt: string) => string;
}

function subjects(prompt: string): readonly [string, ...string[]] {
  const [first = 'the subject', ...rest] = topic(prompt);
  return [first, ...rest];
}

function table(prompt: string): string {
  const rows = [...new Set(words(prompt))].slice(0, 6).map((word) => {
    return `| ${word} | ${Array.from(word).length} | ${countTokens(word)} |`;
  });
  return ['| Word | Characters | Tokens |', '| :--- | ---: | ---: |', ...rows].join('\n');
}

function list(prompt: string): string {
  const [first, second = first, third = second] = subjects(prompt);
  return [
    `1. **Begin with ${first}.** Say what is known, and what is not.`,
    `2. **Look at ${second}.** Change one thing at a time:`,
    '   - note what you expect,',
    '   - note what happens.',
    `3. **Come back to ${third}.** Keep what worked.`,
  ].join('\n');
}

function story(prompt: string): string {
  const [first, second = first] = subjects(prompt);
  return [
    `Once there was a small server that knew nothing about ${first}. It listened on one port, and ` +
      `to everyone who asked it said the same thing twice, because it could not do otherwise.`,
    `One day somebody asked about ${second}. The server counted the words, put them in order, and ` +
      `answered politely. It was not wise, but it was there, and it was quick.`,
    'And when the connection closed, it forgot everything, and was ready for the next request.',
  ].join('\n\n');
}

const forms: readonly Form[] = [
  { words: /\b(code|function|script|program|snippet|class|regex)\b/i, write: codeBlock },
  { words: /\btable\b/i, write: table },
  { words: /\b(lists?|steps|bullets?|points|ideas|checklist|plan)\b/i, write: list },
  { words: /\b(story|essay|article|long|poem)\b/i, write: story },
];

/** The sections that a prompt asks for by its words; empty where it asks for none. */
export function sections(prompt: string): readonly string[] {
  const looked = prompt.slice(0, 2000);
  return forms.filter((form) => form.words.test(looked)).map((form) => form.write(looked));
}
