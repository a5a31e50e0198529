import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isShutDown, packedModel, packedModels, successorModel } from '../../api/modelPack';
import { systemClock } from '../../base/clock';
import { AppError, CancelledError } from '../../base/errors';
import { localTime } from '../../base/format';
import { commandId } from '../../catalog/commands';
import type { PickItem } from '../../platform/prompts';
import { isModelGone } from './connectionModels';
import type { LensDeps } from './deps';

interface ProvenSuccessor {
  readonly model: string;
  readonly successor: string;
}

/**
 * Runs the test cases of a model with its successor too, and shows the report. If there are none, offers to save
 * requests of the model as test cases first. Returns undefined if the run didn't start. Throws `CancelledError`, and
 * `AppError` if there is nothing to run.
 */
export async function proveSuccessor(
  deps: LensDeps,
  asked: string | undefined,
): Promise<ProvenSuccessor | undefined> {
  const model = asked ?? (await chooseModel(deps));
  const successor = await chooseSuccessor(deps, model);
  const name = `models/${model}`;
  if (!(await deps.successors.models()).includes(name)) {
    await saveRequest(deps, model);
    if (!(await deps.successors.models()).includes(name)) return undefined;
  }
  const isGone = isModelGone(model, deps, systemClock.now());
  const succession = { model: name, successor: `models/${successor}`, isGone };
  return (await deps.successors.compare(succession)) ? { model, successor } : undefined;
}

/** Prompts for a model of test cases or requests. */
async function chooseModel({ prompts, successors, traffic }: LensDeps): Promise<string> {
  const tested = (await successors.models()).map(idOf);
  const models = [...new Set([...tested, ...requests(traffic).map((one) => one.model)])];
  if (models.length === 0) throw nothingToRun();
  const now = systemClock.now();
  const chosen = await prompts.pick(
    { title: title(), placeholder: l10n.t('Select the model to replace') },
    models.map((model) => {
      const next = successorModel(model, now);
      return {
        label: model,
        value: model,
        ...(next !== undefined && { description: `→ ${next}` }),
      };
    }),
  );
  if (chosen === undefined) throw new CancelledError();
  return chosen;
}

/** Prompts for the successor, with the documented one first. */
async function chooseSuccessor({ prompts }: LensDeps, model: string): Promise<string> {
  const now = systemClock.now();
  const known = successorModel(model, now);
  const kind = packedModel(model)?.kind ?? 'text';
  const others = packedModels().filter(
    (one) => one.kind === kind && !isShutDown(one, now) && one.id !== known && one.id !== model,
  );
  const first: readonly PickItem<string>[] =
    known === undefined
      ? []
      : [{ label: known, description: l10n.t('documented successor'), value: known, active: true }];
  const chosen = await prompts.pick(
    {
      title: title(),
      placeholder: l10n.t('Select the model that replaces {0}', model),
      typed: (text) => ({ label: text, value: idOf(text) }),
    },
    [...first, ...others.map(({ id }) => ({ label: id, value: id }))],
  );
  if (chosen === undefined) throw new CancelledError();
  return chosen;
}

/** Prompts for a request of the model, and saves it as a test case. */
async function saveRequest({ prompts, traffic }: LensDeps, model: string): Promise<void> {
  const own = requests(traffic).filter((one) => one.model === model);
  if (own.length === 0) throw nothingToRun(model);
  const chosen = await prompts.pick(
    {
      title: title(),
      placeholder: l10n.t('No test case uses {0}. Select a request to save as one', model),
    },
    own.map(({ id, startedAt, label }) => ({
      label,
      description: localTime(startedAt),
      value: id,
    })),
  );
  if (chosen === undefined) throw new CancelledError();
  await vscode.commands.executeCommand(commandId('saveExchangeCase'), { exchange: chosen });
}

interface ModelRequest {
  readonly id: number;
  readonly model: string;
  /** API method. */
  readonly label: string;
  readonly startedAt: number;
}

const GENERATES = /generateContent$/i;

/** Returns the requests that can become test cases, newest first. */
function requests({ entries, sessions }: LensDeps['traffic']): readonly ModelRequest[] {
  const own = entries.flatMap(({ id, name, startedAt, recording }) => {
    const [, model] = /\/models\/([^/:]+):/.exec(recording?.request.path ?? '') ?? [];
    if (model === undefined || !GENERATES.test(name)) return [];
    return [{ id, model, label: name, startedAt }];
  });
  const apps = sessions.flatMap((session) =>
    session.entries.flatMap(({ id, operation = '', model, startedAt, wire }) =>
      model !== undefined && wire && GENERATES.test(operation)
        ? [{ id, model, label: `${operation} · ${session.label}`, startedAt }]
        : [],
    ),
  );
  return [...own, ...apps].sort((a, b) => b.startedAt - a.startedAt);
}

function nothingToRun(model?: string): AppError {
  const message =
    model === undefined
      ? l10n.t('No test case or recent request uses a model.')
      : l10n.t('No test case or recent request uses {0}.', model);
  return new AppError('noTests', message, {
    hint: l10n.t('Add test cases to a prompt file, or send a request that the Traffic view shows.'),
  });
}

function idOf(name: string): string {
  return name.trim().replace(/^models\//, '');
}

function title(): string {
  return l10n.t('Prove Successor');
}
