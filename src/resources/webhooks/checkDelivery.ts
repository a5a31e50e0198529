import { createHmac, timingSafeEqual } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { shownElapsed } from '../../base/format';
import { isObject, textAt, tryParse } from '../../base/json';
import { AppError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { ResourceHandler, ResourcesContext } from '../context';

export interface PastedDelivery {
  readonly id: string;
  /** Header value in seconds since 1970. */
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

type MissingPart = 'webhook-id' | 'webhook-timestamp' | 'webhook-signature' | 'body';

const HEADER = /^\s*["']?(webhook-(?:id|timestamp|signature))["']?\s*:\s*["']?(.*?)["']?,?\s*$/i;

export function looksLikeDelivery(text: string): boolean {
  return text.split('\n', 200).some((line) => HEADER.test(line));
}

/**
 * Parses pasted headers (`name: value`, in any order, among other headers), followed by a body that starts
 * at the first `{`.
 */
export function parseDelivery(text: string): PastedDelivery | { readonly lacks: MissingPart } {
  const found = new Map<string, string>();
  let at = 0;
  let end = 0;
  for (const line of text.split(/(?<=\n)/)) {
    at += line.length;
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') continue;
    found.set(name.toLowerCase(), value.trim());
    end = at;
  }
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
    if ((found.get(name) ?? '') === '') return { lacks: name };
  }
  const rest = text.slice(end);
  const start = rest.indexOf('{');
  if (start < 0) return { lacks: 'body' };
  return {
    id: found.get('webhook-id') ?? '',
    timestamp: found.get('webhook-timestamp') ?? '',
    signature: found.get('webhook-signature') ?? '',
    body: rest.slice(start),
  };
}

type SignatureCheck =
  | 'right'
  | 'wrong'
  /** Signed with a key (JWT) instead of a secret, as for a webhook that is set per request. */
  | 'token';

/**
 * Verifies a signature. Also tries other line endings and the body without its final line break, since
 * editors change them.
 */
export function checkSignature(delivery: PastedDelivery, secret: string): SignatureCheck {
  const { id, timestamp, signature, body } = delivery;
  const given = signature.split(/\s+/).filter((one) => one.startsWith('v1,'));
  if (given.length === 0 && signature.split('.').length === 3) return 'token';
  const key = Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');
  const unix = body.replaceAll('\r\n', '\n');
  const bodies = new Set([body, unix, body.trimEnd(), unix.trimEnd()]);
  const isRight = [...bodies].some((one) => {
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${one}`).digest();
    return given.some((mark) => isSame(Buffer.from(mark.slice('v1,'.length), 'base64'), right));
  });
  return isRight ? 'right' : 'wrong';
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Maximum age in ms: receivers should reject older messages (API documentation). */
const OLDEST = 5 * 60 * 1000;

/** Verifies the signature of a received message. Stores neither message nor secret. */
export const checkDelivery: ResourceHandler = async (context) => {
  const { prompts } = context;
  const text = await chooseText(context);
  if (text === undefined) return;
  const delivery = parseDelivery(text);
  if ('lacks' in delivery) throw lacking(delivery.lacks);
  for (;;) {
    const secret = await prompts.input({
      title: l10n.t('Verify Signature of “{0}”', delivery.id),
      prompt: l10n.t(
        'Enter the webhook’s signing secret. It’s used only for this check and isn’t saved.',
      ),
      placeholder: 'whsec_…',
      password: true,
      validate: (value) => (value.trim() === '' ? l10n.t('A value is required.') : undefined),
    });
    if (secret === undefined) return;
    if (await tell(context, delivery, secret)) return;
  }
};

/** Asks for the source of the message. Undefined if the user still has to paste it. */
async function chooseText(context: ResourcesContext): Promise<string | undefined> {
  const { prompts, system } = context;
  const editor = context.activeText() ?? '';
  const title = l10n.t('Verify Webhook Signature');
  const placeholder = l10n.t('Select the source of the received headers and body');
  const from = await prompts.pick<'clipboard' | 'editor' | 'new'>({ title, placeholder }, [
    ...(looksLikeDelivery(editor)
      ? [
          {
            label: l10n.t('Active editor'),
            icon: 'file',
            description: whichOf(editor),
            value: 'editor' as const,
          },
        ]
      : []),
    {
      // Only read if selected, since the clipboard may contain anything.
      label: l10n.t('Clipboard'),
      icon: 'clippy',
      value: 'clipboard',
      description: l10n.t('Reads the copied text'),
    },
    {
      label: l10n.t('New document to paste into'),
      icon: 'new-file',
      value: 'new',
      description: l10n.t('Then run this command again'),
    },
  ]);
  if (from === 'clipboard') return await system.paste();
  if (from === 'new') await context.openText(templateOf());
  return from === 'editor' ? editor : undefined;
}

function whichOf(text: string): string {
  const delivery = parseDelivery(text);
  return 'lacks' in delivery ? '' : plainText(delivery.id);
}

function templateOf(): string {
  const told = l10n.t(
    'Paste the headers and body here, then run “Verify Webhook Signature…” again.',
  );
  return `# ${told}\nwebhook-id: \nwebhook-timestamp: \nwebhook-signature: \n\n`;
}

function lacking(lack: MissingPart): AppError {
  const what =
    lack === 'body'
      ? l10n.t('The text has no body after the headers.')
      : l10n.t('The text has no {0} header.', lack);
  return new AppError('noDelivery', what, {
    hint: l10n.t(
      'Put webhook-id, webhook-timestamp, and webhook-signature on separate lines, followed by the unmodified body.',
    ),
  });
}

/** Returns whether the check is done; otherwise, the user may try another secret. */
async function tell(
  { prompts, clock }: ResourcesContext,
  delivery: PastedDelivery,
  secret: string,
): Promise<boolean> {
  const verdict = checkSignature(delivery, secret);
  if (verdict === 'token') {
    const message = l10n.t(
      'Delivery {0} was signed with a server key, not a secret, because its webhook was set in a request. Verify it with the keys at /.well-known/jwks.json.',
      delivery.id,
    );
    void prompts.notify('info', message);
    return true;
  }
  if (verdict === 'wrong') {
    const another = l10n.t('Try Another Secret');
    const message = l10n.t(
      'Delivery {0} wasn’t signed with this secret, or its ID, timestamp, or body was changed.',
      delivery.id,
    );
    return (await prompts.notify('warning', message, another)) !== another;
  }
  const event = tryParse(delivery.body.trim());
  const type = isObject(event) ? textAt(event, 'type') : '';
  const signed = l10n.t('Delivery {0} ({1}) was signed with this secret.', delivery.id, type);
  const age = clock.now() - Number(delivery.timestamp) * 1000;
  const old =
    age > OLDEST
      ? l10n.t('It’s {0} old. Receivers reject deliveries older than 5 minutes.', shownElapsed(age))
      : '';
  void prompts.notify('info', [signed, old].filter(Boolean).join(' '));
  return true;
}
