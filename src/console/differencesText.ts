import type { L10n } from '../platform/l10n';
import { plainText } from '../platform/plainText';
import { countOf, type Differences } from './discoveryDifferences';
import type { Outline } from './outline';

/** What a discovery document says of itself. */
export interface About {
  readonly version: string;
  readonly connection: string;
  readonly revision: string;
}

/** The differences to read: their counts first, then each of them. */
export function differencesText(
  about: About,
  document: Outline,
  differences: Differences,
  l10n: L10n,
): string {
  const title = l10n.t(
    'Discovery document of {0} on “{1}”, compared with this extension',
    about.version,
    plainText(about.connection),
  );
  const counts = l10n.t(
    'Methods in the document: {0}, messages: {1}.',
    document.methods.size,
    document.messages.size,
  );
  const revision = about.revision && l10n.t('Its revision is {0}.', plainText(about.revision));
  const head = [`# ${title}`, [counts, revision].filter(Boolean).join(' ')];
  if (countOf(differences) === 0) return [...head, `${l10n.t('Nothing differs.')}\n`].join('\n\n');
  const sections = sectionsOf(differences, l10n).filter(({ lines }) => lines.length > 0);
  const summary = sections.map((one) => `- ${one.title}: ${one.lines.length}`).join('\n');
  const details = sections.map((one) =>
    [`## ${one.title}`, one.lines.map((line) => `- ${plainText(line)}`).join('\n')].join('\n\n'),
  );
  return `${[...head, summary, ...details].join('\n\n')}\n`;
}

function sectionsOf({ methods, changed, messages, fields, values }: Differences, l10n: L10n) {
  return [
    { title: l10n.t('Methods only in the document'), lines: methods.document },
    { title: l10n.t('Methods only in the extension'), lines: methods.table },
    { title: l10n.t('Methods that differ (document ≠ extension)'), lines: changed },
    { title: l10n.t('Messages only in the document'), lines: messages.document },
    { title: l10n.t('Messages only in the extension'), lines: messages.table },
    { title: l10n.t('Fields only in the document'), lines: fields.document },
    { title: l10n.t('Fields only in the extension'), lines: fields.table },
    { title: l10n.t('Values only in the document'), lines: values.document },
    { title: l10n.t('Values only in the extension'), lines: values.table },
  ];
}
