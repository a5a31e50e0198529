import * as l10n from '@vscode/l10n';
import { localTime } from '../base/format';
import { commandId } from '../catalog/commands';
import type { ResourceRef } from '../catalog/ref';
import type { Prompts } from '../platform/prompts';
import { safeFileName } from '../platform/safeFiles';
import type { TextDocuments } from '../platform/textDocuments';
import { EMULATOR_ID } from '../service/connection';
import type { EmulatorDelivery } from '../service/emulatorControl';

interface DeliveryDeps {
  readonly prompts: Pick<Prompts, 'pick' | 'notify'>;
  readonly documents: Pick<TextDocuments, 'show'>;
  readonly execute: (command: string) => Thenable<unknown>;
  readonly list: () => Promise<readonly EmulatorDelivery[]>;
  readonly sendAgain: (id: string) => Promise<void>;
}

const ICONS: { readonly [S in EmulatorDelivery['state']]: string } = {
  waiting: 'clock',
  sent: 'check',
  failed: 'error',
  refused: 'circle-slash',
  unknown: 'question',
};

/** Lists the emulator’s webhook deliveries, of one webhook or all, with actions to read and resend them. */
export async function showDeliveries(deps: DeliveryDeps, target?: ResourceRef): Promise<void> {
  const { prompts } = deps;
  if (target && target.connection !== EMULATOR_ID) {
    await explainLiveDeliveries(deps);
    return;
  }
  for (;;) {
    const wanted = await deps.list();
    const mine =
      target && !target.collection
        ? wanted.filter(({ webhook }) => webhook === target.name)
        : wanted;
    if (mine.length === 0) {
      const none = l10n.t(
        'No deliveries yet. The webhook receives test events and, from now on, the events it’s subscribed to.',
      );
      void prompts.notify('info', none);
      return;
    }
    const chosen = await prompts.pick(
      {
        title: l10n.t('Recent Deliveries'),
        placeholder: l10n.t('Select a delivery to view or resend'),
      },
      mine.map((one) => ({
        label: one.type,
        description: `${localTime(Date.parse(one.created))} · ${one.uri}`,
        detail: outcomeOf(one),
        icon: ICONS[one.state],
        value: one,
      })),
    );
    if (!chosen || !(await act(deps, chosen))) return;
  }
}

async function explainLiveDeliveries({ prompts, execute }: DeliveryDeps): Promise<void> {
  const check = l10n.t('Verify Webhook Signature…');
  const message = l10n.t(
    'Only the built-in emulator lists deliveries. To verify a delivery that your server received, use the signing secret.',
  );
  const answer = await prompts.notify('info', message, check);
  if (answer === check) await execute(commandId('checkDelivery'));
}

async function act(deps: DeliveryDeps, delivery: EmulatorDelivery): Promise<boolean> {
  const { prompts, documents } = deps;
  const what = await prompts.pick({ title: `${delivery.type} ${delivery.id}` }, [
    {
      label: l10n.t('Open'),
      description: l10n.t('Headers and body of the last attempt'),
      icon: 'go-to-file',
      value: 'open',
    },
    {
      label: l10n.t('Resend'),
      description: l10n.t('Same ID, new signature'),
      icon: 'refresh',
      value: 'again',
    },
  ] as const);
  if (what === 'again') await deps.sendAgain(delivery.id);
  if (what !== 'open') return true;
  const text = textOf(delivery);
  const name = safeFileName(delivery.id, '.txt', 'delivery');
  await documents.show({ name, read: () => text });
  return false;
}

/** Returns the state as a sentence without a period. */
function outcomeOf(delivery: EmulatorDelivery): string {
  const { state, attempts, status, problem, next } = delivery;
  const last = status === undefined ? problem : l10n.t('responded with {0}', status);
  const tries = attempts === 1 ? l10n.t('1 attempt') : l10n.t('{0} attempts', attempts);
  const tried = [tries, last].filter(Boolean).join(', ');
  switch (state) {
    case 'sent':
      return l10n.t('Delivered: {0}', tried);
    case 'waiting':
      return attempts === 0
        ? l10n.t('Waiting')
        : l10n.t('Retrying at {0}: {1}', localTime(Date.parse(next)), tried);
    case 'failed':
      return l10n.t('Failed: {0}', tried);
    case 'refused':
      return l10n.t('Not sent: {0}', problem);
    case 'unknown':
      return tried;
  }
}

/** Formats a delivery as a receiver would show it and “Check a Delivery…” accepts it. */
function textOf(delivery: EmulatorDelivery): string {
  const headers = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`# ${outcomeOf(delivery)}`, `POST ${delivery.uri}`, ...headers];
  return `${head.join('\n')}\n\n${delivery.body}\n`;
}
