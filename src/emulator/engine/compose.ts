import { pick } from '../digest';
import { countTokens, shorten, topic, words } from '../text';
import { triggerArgument, triggersIn, withoutTriggers } from '../triggers';
import type { Conversation } from './conversation';

const QUOTE = 160;
const ECHO = '[[echo]]';
const CLOSING = '*Emulated response, generated from your request without a model.*';
/** Maximum of `[[tokens:N]]`, the output limit of the largest models. */
const MAX_TOKENS = 65_536;

/**
 * Returns the full Markdown response. Depends only on the conversation up to the question, so that
 * truncated responses can be continued.
 * @param notes features that were used, listed after the opening.
 */
export function compose(
  conversation: Conversation,
  seed: number,
  candidate: number,
  notes: readonly string[] = [],
): string {
  const { question } = conversation;
  const echo = echoIn(question);
  if (echo !== undefined) return echo;
  const prompt = withoutTriggers(question);
  const asked = sections(prompt);
  const body = asked.length > 0 ? asked : [remarks(conversation, prompt)];
  const paragraphs = [opening(conversation, prompt, seed), ...notes, ...body, CLOSING];
  if (candidate > 0) paragraphs.unshift(`**Candidate ${candidate + 1}.**`);
  const text = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  const wanted = Number(triggerArgument(triggersIn(question), 'tokens') ?? 0);
  return pad(text, Math.min(wanted, MAX_TOKENS));
}

/** Returns the response text that a message dictates. Undefined if there is none. */
export function echoIn(question: string): string | undefined {
  const at = question.indexOf(ECHO);
  return at < 0 ? undefined : question.slice(at + ECHO.length).trimStart();
}

export function composeResults(conversation: Conversation): string {
  const results = conversation.responses.map(
    (response) =>
      `\`${response.name ?? 'The function'}\` answered:\n\n` +
      `\`\`\`json\n${JSON.stringify(response.response ?? {}, undefined, 2)}\n\`\`\``,
  );
  const about = shorten(withoutTriggers(conversation.question), QUOTE);
  const asked = about === '' ? [] : [`That is what I found for “${about}”.`];
  return [...results, ...asked, CLOSING].join('\n\n');
}

function opening(conversation: Conversation, prompt: string, seed: number): string {
  const { earlier, system, attachments } = conversation;
  const quoted = shorten(prompt, QUOTE);
  const said = quoted === '' ? 'Your turn has no text.' : `“${quoted}”`;
  const sentences = [
    earlier.length === 0
      ? pick([`You wrote: ${said}`, `You say: ${said}`, `Your message is: ${said}`], seed)
      : `This is turn ${earlier.length + 1} of our conversation. Now you write: ${said}`,
  ];
  if (system !== '') {
    sentences.push(`Your system instruction is “${shorten(system, QUOTE).replace(/\.$/, '')}”.`);
  }
  if (attachments.length > 0) {
    sentences.push(`You attached ${attachments.join('; ')}.`);
  }
  return sentences.join('\n\n');
}

function remarks(conversation: Conversation, prompt: string): string {
  const { earlier } = conversation;
  if (earlier.length > 0) {
    const recent = earlier.slice(-5);
    const first = earlier.length - recent.length + 1;
    const lines = recent.map((text, index) => `${first + index}. “${shorten(text, 80)}”`);
    return ['Before, you said:', '', ...lines].join('\n');
  }
  const count = words(prompt).length;
  const tokens = countTokens(prompt);
  return [
    'I am the **built-in emulator**. There is no model behind me: I answer by rules, and the same ' +
      'request always gets the same answer.',
    '',
    `Your message has ${count} ${count === 1 ? 'word' : 'words'} and about ` +
      `${tokens.toLocaleString('en-US')} ${tokens === 1 ? 'token' : 'tokens'}. You can try:`,
    '',
    '- ask for **code** in a language, a **table**, a **list** or a **story**;',
    '- set *max output tokens* to 20 and continue the answer;',
    // Without brackets: agents pass responses on as messages, which would activate the trigger.
    '- write `safety:HARASSMENT` in double square brackets to see an answer blocked.',
  ].join('\n');
}

function pad(text: string, tokens: number): string {
  const lines = [text];
  let count = countTokens(text);
  for (let number = 1; count < tokens; number += 1) {
    const line = `Sentence ${number} is here because a longer answer was asked for.`;
    const piece = number % 5 === 1 ? `\n\n${line}` : ` ${line}`;
    lines.push(piece);
    count += countTokens(piece);
  }
  return lines.join('');
}

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

function sections(prompt: string): readonly string[] {
  const looked = prompt.slice(0, 2000);
  return forms.filter((form) => form.words.test(looked)).map((form) => form.write(looked));
}

interface Language {
  readonly names: RegExp;
  readonly fence: string;
  readonly join: 'camel' | 'snake' | 'kebab';
  /** Code template. `NAME` is replaced by a function name, `TOPIC` by words of the prompt. */
  readonly lines: readonly string[];
}

const languages: readonly Language[] = [
  {
    names: /\bpython\b|\bpandas\b/i,
    fence: 'python',
    join: 'snake',
    lines: [
      'def NAME(items: list[str]) -> dict[str, int]:',
      '    """Count TOPIC in a list."""',
      '    counts: dict[str, int] = {}',
      '    for item in items:',
      '        counts[item] = counts.get(item, 0) + 1',
      '    return counts',
      '',
      '',
      'print(NAME(["TOPIC", "other", "TOPIC"]))',
    ],
  },
  {
    names: /\brust\b/i,
    fence: 'rust',
    join: 'snake',
    lines: [
      'use std::collections::HashMap;',
      '',
      '/// Counts TOPIC in a slice.',
      "fn NAME<'a>(items: &[&'a str]) -> HashMap<&'a str, usize> {",
      '    let mut counts = HashMap::new();',
      '    for item in items {',
      '        *counts.entry(*item).or_insert(0) += 1;',
      '    }',
      '    counts',
      '}',
    ],
  },
  {
    names: /\bgo(lang)?\b(?! on)/i,
    fence: 'go',
    join: 'camel',
    lines: [
      '// NAME counts TOPIC in a slice.',
      'func NAME(items []string) map[string]int {',
      '\tcounts := make(map[string]int)',
      '\tfor _, item := range items {',
      '\t\tcounts[item]++',
      '\t}',
      '\treturn counts',
      '}',
    ],
  },
  {
    names: /\bjava\b/i,
    fence: 'java',
    join: 'camel',
    lines: [
      '/** Counts TOPIC in a list. */',
      'static Map<String, Long> NAME(List<String> items) {',
      '    return items.stream()',
      '        .collect(Collectors.groupingBy(item -> item, Collectors.counting()));',
      '}',
    ],
  },
  {
    names: /\bsql\b|\bquery\b/i,
    fence: 'sql',
    join: 'snake',
    lines: [
      '-- Count TOPIC, most frequent first.',
      'SELECT item, COUNT(*) AS total',
      'FROM NAME',
      'GROUP BY item',
      'ORDER BY total DESC;',
    ],
  },
  {
    names: /\b(bash|shell|sh)\b/i,
    fence: 'bash',
    join: 'kebab',
    lines: [
      '#!/usr/bin/env bash',
      'set -euo pipefail',
      '',
      '# Count TOPIC, most frequent first.',
      'sort "$1" | uniq -c | sort -rn > NAME.txt',
    ],
  },
  {
    names: /\bjavascript\b|\bnode\b|\bjs\b/i,
    fence: 'javascript',
    join: 'camel',
    lines: [
      '/** Counts TOPIC in a list. */',
      'function NAME(items) {',
      '  const counts = new Map();',
      '  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);',
      '  return counts;',
      '}',
    ],
  },
  {
    // Default for prompts that name no language. Must be last.
    names: /(?:)/,
    fence: 'typescript',
    join: 'camel',
    lines: [
      '/** Counts TOPIC in a list. */',
      'function NAME(items: readonly string[]): Map<string, number> {',
      '  const counts = new Map<string, number>();',
      '  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);',
      '  return counts;',
      '}',
      '',
      "console.log(NAME(['TOPIC', 'other', 'TOPIC']));",
    ],
  },
];

const joins = {
  camel: (names: readonly string[]) =>
    names
      .map((name, index) => (index > 0 ? name.charAt(0).toUpperCase() + name.slice(1) : name))
      .join(''),
  snake: (names: readonly string[]) => names.join('_'),
  kebab: (names: readonly string[]) => names.join('-'),
} as const;

function codeBlock(prompt: string): string {
  const language = languages.find((row) => row.names.test(prompt));
  if (!language) throw new TypeError('The last language must take every prompt');
  const about = topic(prompt).slice(0, 2);
  const name = joins[language.join](['count', ...(about.length > 0 ? about : ['items'])]);
  const lines = language.lines.map((line) =>
    line.replaceAll('NAME', name).replaceAll('TOPIC', about.join(' ') || 'items'),
  );
  return ['```' + language.fence, ...lines, '```'].join('\n');
}
