import { topic } from '../text';

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

export function codeBlock(prompt: string): string {
  const language = languages.find((row) => row.names.test(prompt));
  if (!language) throw new TypeError('The last language must take every prompt');
  const about = topic(prompt).slice(0, 2);
  const name = joins[language.join](['count', ...(about.length > 0 ? about : ['items'])]);
  const lines = language.lines.map((line) =>
    line.replaceAll('NAME', name).replaceAll('TOPIC', about.join(' ') || 'items'),
  );
  return ['```' + language.fence, ...lines, '```'].join('\n');
}
