import { isSuccess } from '../api/body';
import { isObject, textAt, tryParse } from '../api/json';
import { discoveryRequest } from '../api/rawRequest';
import type { JsonObject } from '../api/schema/row';
import { VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Answer } from './answer';
import { differencesText } from './differencesText';
import { discoveryDifferences } from './discoveryDifferences';
import { documentOutline } from './documentOutline';
import { fetchAnswer } from './fetchAnswer';
import type { ConsoleParts } from './parts';
import { requireActive } from './requireConnection';
import { tableOutline } from './tableOutline';

/** Shows the endpoint's own description of a version, and what differs from the tables. */
export async function openDiscovery(parts: ConsoleParts): Promise<void> {
  const { connections, documents, l10n, progress, prompts } = parts;
  const connection = requireActive(connections, l10n);
  const version = await prompts.pick(
    { title: l10n.t('Open the discovery document of') },
    VERSIONS.map((one) => ({ label: one, value: one })),
  );
  if (!version) return;
  const title = l10n.t('Fetching the discovery document of {0}', version);
  const answer = await progress(title, (signal) =>
    fetchAnswer(parts, connection, discoveryRequest(version), signal),
  );
  const document = documentOf(answer, l10n);
  const outline = documentOutline(document);
  const differences = discoveryDifferences(outline, tableOutline(version));
  const revision = textAt(document, 'revision');
  const name = answer.connection;
  const text = (): string =>
    differencesText({ version, connection: name.now, revision }, outline, differences, l10n);
  await documents.show({ name: `discovery ${version}.json`, read: () => `${answer.text}\n` });
  await documents.show(
    {
      name: `discovery ${version}, differences.md`,
      // It names the connection.
      onDidChange: name.onDidChange,
      read: () => parts.redact(text()),
    },
    { beside: true },
  );
}

/** The document of an answer. Throws `AppError` for what is none. */
function documentOf(
  { status = 0, raw, isCut, connection, request }: Answer,
  l10n: L10n,
): JsonObject {
  const { version } = request;
  if (!isSuccess({ status })) {
    throw new AppError(
      'noDiscovery',
      l10n.t(
        '“{0}” has no discovery document of {1} (status {2}).',
        connection.now,
        version,
        status,
      ),
      {
        hint: l10n.t(
          'Gateways often leave it out, and the service no longer describes every version that it has. Try another version or connection.',
        ),
      },
    );
  }
  const document = isCut ? undefined : tryParse(raw);
  if (isObject(document) && isObject(document.resources)) return document;
  throw new AppError(
    'notDiscovery',
    l10n.t('“{0}” answered with something other than a discovery document.', connection.now),
    { hint: l10n.t('Check the endpoint of the connection and the proxy.') },
  );
}
