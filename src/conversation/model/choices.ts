import { type Calls, call } from '../../webview/rpc';
import { flag, list, object, oneOf, type Shaped, text } from '../../webview/shape';

/** What opens beside a button of the panel to choose from; `turn` is what can be done with a message. */
export const CHOICE_LISTS = ['model', 'mode', 'version', 'connection', 'cache', 'turn'] as const;

export type ChoiceListName = (typeof CHOICE_LISTS)[number];

/** Codicons that rows have; the panel draws no others. */
const CHOICE_ICONS = [
  ...['account', 'add', 'archive', 'arrow-down', 'arrow-up', 'beaker', 'code', 'copy', 'diff'],
  ...['discard', 'edit', 'git-branch', 'insert', 'json', 'refresh', 'repo-forked', 'save'],
  ...['server-process', 'sparkle', 'split-horizontal', 'trash'],
] as const;

export type ChoiceIcon = (typeof CHOICE_ICONS)[number];

/** Rows of one list; a connection has a few hundred models at most. */
const MAX_ROWS = 20_000;

const choice = object(
  {
    /** Of the row within its list. */
    id: text(1024),
    label: text(),
  },
  {
    /** A few words beside the label. */
    description: text(),
    /** A sentence or a name that tells more. */
    detail: text(),
    /** What a list beside a button has the room to tell besides. */
    facts: list(text()),
    icon: oneOf(...CHOICE_ICONS),
    /** A line goes before the row; with a heading, which may be empty. */
    separator: text(),
    /** It is what is used now. */
    isCurrent: flag,
    /** Choosing it shows another list, and does nothing else. */
    leads: flag,
    /** What was typed to search goes with it, and it stays whatever that is. */
    takesTyped: flag,
  },
);

/** A row to choose. */
export type Choice = Shaped<typeof choice>;

const choiceList = object({ title: text(), rows: list(choice, MAX_ROWS) }, { placeholder: text() });

export type ChoiceList = Shaped<typeof choiceList>;

/** Which list: the first one, or the one that rows of the lists before it lead to, by their ids. */
const place = {
  list: oneOf(...CHOICE_LISTS),
  path: list(text(1024), 4),
};
const turn = text(64);

/** The lists that open beside their buttons; the palette shows the same ones as VS Code's own. */
export const choiceCalls = {
  /** Answers what there is to choose. */
  listChoices: call(object(place, { turn }), choiceList),
  /** Does what the last row of the path is for. */
  choose: call(object(place, { turn, typed: text(1024) })),
} satisfies Calls;
