import { list, type Shape } from '../../webview/shape';
import type { CasePlace, CaseProblem } from '../case';
import { type Factor, tooLarge, tooManyCells } from '../cellCount';
import { JsonPlaces } from '../jsonPlaces';
import {
  headShapes,
  questionShape,
  type RetrievalHead,
  type RetrievalQuestion,
} from './retrievalFile';

export interface FoundQuestion extends RetrievalQuestion {
  readonly name: string;
  readonly place: CasePlace;
}

export interface RetrievalFile {
  /** Undefined, with a problem, if the source is invalid. */
  readonly head?: RetrievalHead;
  readonly questions: readonly FoundQuestion[];
  readonly problems: readonly CaseProblem[];
}

/** Reads a retrieval test file. Never throws; invalid parts become problems. */
export function readRetrieval(text: string, uri: string): RetrievalFile {
  const places = new JsonPlaces(text, uri);
  const { problems } = places;
  const file = places.object();
  if (!file) return { questions: [], problems };

  const parts = Object.entries(headShapes).flatMap(([name, shape]: [string, Shape<unknown>]) => {
    const given = file[name];
    if (given === undefined && name !== 'source') return [];
    const found = places.attempt([name], () => shape.parse(given, name));
    return found === undefined ? [] : [[name, found] as const];
  });
  const head: Partial<RetrievalHead> = Object.fromEntries(parts);

  const given = places.attempt(['questions'], () =>
    list({ parse: (value: unknown) => value }, MAX_QUESTIONS).parse(file.questions, 'questions'),
  );
  const names = new Map<string, number>();
  const questions = (given ?? []).flatMap((value, index) => {
    const at = ['questions', index];
    const found = places.attempt(at, () => questionShape.parse(value, `questions[${index}]`));
    if (!found) return [];
    const name = unique(nameOf(found), names);
    return [{ ...found, name, place: places.placeOf(at) }];
  });
  const { source, settings = [] } = head;
  const factors: readonly Factor[] = [
    { name: 'questions', count: questions.length, at: ['questions'] },
    { name: 'settings', count: Math.max(1, settings.length), at: ['settings'] },
  ];
  if (tooLarge(factors)) {
    const { at, message } = tooManyCells(factors);
    problems.push(places.problemAt(at, message));
    return { ...(source && { head: { ...head, source } }), questions: [], problems };
  }
  return { ...(source && { head: { ...head, source } }), questions, problems };
}

/** Maximum questions per file. */
const MAX_QUESTIONS = 100_000;

/** Adds a number to duplicate names. */
function unique(name: string, names: Map<string, number>): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : unique(`${name} (${count})`, names);
}

function nameOf({ name = '', question }: RetrievalQuestion): string {
  return name.trim() === '' ? question.trim() : name.trim();
}
