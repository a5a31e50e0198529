import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { AppError } from '../base/errors';
import {
  allowance,
  type Cap,
  periodText,
  resetText,
  resetTime,
  shownDollars,
  usedText,
} from '../catalog/spend/caps';
import type { CapState } from '../catalog/spend/guard';
import { type CommandHandlers, commandId } from '../catalog/commands';
import { PREFIX, SPEND_FOLDER } from '../catalog/ids';
import type { Host } from '../platform/host';
import type { Sheet, Sheets } from '../platform/sheet';
import type { Services } from '../service/services';
import type { SpendingDeps, SpendSettings } from '../service/spending';
import { ALLOW, capName, SETTING, spendingSheet } from './spendingSheet';

/** Returns where the ledger is, and what the user has set. */
export function spendingDeps(host: Host, user: SpendSettings): SpendingDeps {
  const { context, log, report } = host;
  return {
    folder: () => vscode.Uri.joinPath(context.globalStorageUri, SPEND_FOLDER).fsPath,
    user,
    workspaceFolder: () => {
      const uri = vscode.workspace.workspaceFolders?.[0]?.uri;
      return uri?.scheme === 'file' ? uri.fsPath : undefined;
    },
    onWarn: (state, percent) => {
      warn(host, state, percent).catch((error: unknown) => void report('spend', error));
    },
    log,
  };
}

export function spendingHandlers(
  host: Host,
  { spending, connections }: Services,
  sheets: () => Promise<Sheets>,
): CommandHandlers<'showSpending' | 'allowMoreToday'> {
  const nameOf = (id: string): string | undefined => connections.find(id)?.name;
  const read = async (): Promise<Sheet> => {
    const found = await spending();
    return spendingSheet(found.summary(), found.states(), nameOf, systemClock.now());
  };
  const allow = async (): Promise<void> => {
    const found = await spending();
    const picked = await pickAllowance(host, found.states(), nameOf);
    if (!picked) return;
    const { cap, isUnpriced } = picked;
    if (isUnpriced) found.allowUnknownPrices(cap);
    else found.allowMore(cap);
    void host.prompts.notify('info', isUnpriced ? unpricedText() : allowedText(cap));
  };
  return {
    async showSpending() {
      const page = (await sheets()).open('spending', await read(), async ({ action }) => {
        if (action === ALLOW) await allow();
        else if (action === SETTING) await openSetting();
        page.update(await read());
      });
    },
    allowMoreToday: allow,
  };
}

async function openSetting(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `${PREFIX}.spend.caps`);
}

interface Allowance {
  readonly cap: Cap;
  /** Whether to allow requests of unknown price, instead of more budget. */
  readonly isUnpriced: boolean;
}

/**
 * Returns what the user selects: first unknown prices of caps that refused them, then caps, the fullest first. Undefined
 * if canceled. A single cap is returned without a question.
 */
async function pickAllowance(
  { prompts }: Pick<Host, 'prompts'>,
  states: readonly CapState[],
  nameOf: (connection: string) => string | undefined,
): Promise<Allowance | undefined> {
  const [first, ...others] = states.toSorted((a, b) => b.purse.share - a.purse.share);
  if (!first) {
    throw new AppError('noLimit', l10n.t('No limits are set.'), {
      hint: l10n.t('If the limit comes from --budget, raise that instead.'),
    });
  }
  const unpriced = states.filter((state) => state.unpriced === 'refused');
  if (others.length === 0 && unpriced.length === 0) return { cap: first.cap, isUnpriced: false };
  return await prompts.pick<Allowance>(
    { title: l10n.t('Allow More Today'), placeholder: l10n.t('Select a limit') },
    [
      ...unpriced.map(({ cap }) => ({
        label: capName(cap, nameOf),
        value: { cap, isUnpriced: true },
        detail: l10n.t('Allow requests of unknown price, only in this window'),
      })),
      ...[first, ...others].map(({ cap, purse }) => ({
        label: capName(cap, nameOf),
        value: { cap, isUnpriced: false },
        detail: l10n.t('Add {0}. Used: {1} {2}', addedText(cap), usedText(purse), periodText(cap)),
      })),
    ],
  );
}

function allowedText(cap: Cap): string {
  return l10n.t('Added {0} to the limit until {1}.', addedText(cap), endText());
}

function unpricedText(): string {
  return l10n.t('Requests of unknown price are allowed in this window until {0}.', endText());
}

/** Returns what one click adds. */
function addedText(cap: Cap): string {
  const { dollars, tokens = 0 } = allowance(cap);
  return dollars === undefined
    ? l10n.t('{0} tokens', tokens.toLocaleString('en'))
    : shownDollars(dollars);
}

/** All allowances end with the day. */
function endText(): string {
  return resetText(resetTime({ per: 'day' }, systemClock.now()) ?? 0);
}

/** Shows that a share of a cap is used. */
async function warn(
  { prompts }: Pick<Host, 'prompts'>,
  { cap, purse }: CapState,
  percent: number,
): Promise<void> {
  const show = l10n.t('Show Spending');
  const spent = l10n.t('Spent {0} {1}.', usedText(purse), periodText(cap));
  const message = l10n.t('{0}% of a spending limit is used. {1}', percent, spent);
  const answer = await prompts.notify('warning', message, show);
  if (answer === show) await vscode.commands.executeCommand(commandId('showSpending'));
}
