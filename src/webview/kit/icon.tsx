import { type ComponentChild, h } from 'preact';
import account from '@vscode/codicons/src/icons/account.svg';
import add from '@vscode/codicons/src/icons/add.svg';
import archive from '@vscode/codicons/src/icons/archive.svg';
import arrowDown from '@vscode/codicons/src/icons/arrow-down.svg';
import arrowUp from '@vscode/codicons/src/icons/arrow-up.svg';
import attach from '@vscode/codicons/src/icons/attach.svg';
import beaker from '@vscode/codicons/src/icons/beaker.svg';
import bookmark from '@vscode/codicons/src/icons/bookmark.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronLeft from '@vscode/codicons/src/icons/chevron-left.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import circleLarge from '@vscode/codicons/src/icons/circle-large.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import clockface from '@vscode/codicons/src/icons/clockface.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import cloud from '@vscode/codicons/src/icons/cloud.svg';
import code from '@vscode/codicons/src/icons/code.svg';
import comment from '@vscode/codicons/src/icons/comment.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import database from '@vscode/codicons/src/icons/database.svg';
import debugDisconnect from '@vscode/codicons/src/icons/debug-disconnect.svg';
import deviceCameraVideo from '@vscode/codicons/src/icons/device-camera-video.svg';
import diff from '@vscode/codicons/src/icons/diff.svg';
import discard from '@vscode/codicons/src/icons/discard.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import ellipsis from '@vscode/codicons/src/icons/ellipsis.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import file from '@vscode/codicons/src/icons/file.svg';
import fileMedia from '@vscode/codicons/src/icons/file-media.svg';
import filePdf from '@vscode/codicons/src/icons/file-pdf.svg';
import fileText from '@vscode/codicons/src/icons/file-text.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import filter from '@vscode/codicons/src/icons/filter.svg';
import filterFilled from '@vscode/codicons/src/icons/filter-filled.svg';
import gitBranch from '@vscode/codicons/src/icons/git-branch.svg';
import globe from '@vscode/codicons/src/icons/globe.svg';
import goToFile from '@vscode/codicons/src/icons/go-to-file.svg';
import history from '@vscode/codicons/src/icons/history.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import insert from '@vscode/codicons/src/icons/insert.svg';
import json from '@vscode/codicons/src/icons/json.svg';
import library from '@vscode/codicons/src/icons/library.svg';
import lightbulb from '@vscode/codicons/src/icons/lightbulb.svg';
import linkExternal from '@vscode/codicons/src/icons/link-external.svg';
import loading from '@vscode/codicons/src/icons/loading.svg';
import location from '@vscode/codicons/src/icons/location.svg';
import music from '@vscode/codicons/src/icons/music.svg';
import openPreview from '@vscode/codicons/src/icons/open-preview.svg';
import output from '@vscode/codicons/src/icons/output.svg';
import passFilled from '@vscode/codicons/src/icons/pass-filled.svg';
import play from '@vscode/codicons/src/icons/play.svg';
import plug from '@vscode/codicons/src/icons/plug.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import repoForked from '@vscode/codicons/src/icons/repo-forked.svg';
import save from '@vscode/codicons/src/icons/save.svg';
import search from '@vscode/codicons/src/icons/search.svg';
import send from '@vscode/codicons/src/icons/send.svg';
import serverProcess from '@vscode/codicons/src/icons/server-process.svg';
import settings from '@vscode/codicons/src/icons/settings.svg';
import sparkle from '@vscode/codicons/src/icons/sparkle.svg';
import splitHorizontal from '@vscode/codicons/src/icons/split-horizontal.svg';
import stopCircle from '@vscode/codicons/src/icons/stop-circle.svg';
import symbolMethod from '@vscode/codicons/src/icons/symbol-method.svg';
import terminal from '@vscode/codicons/src/icons/terminal.svg';
import trash from '@vscode/codicons/src/icons/trash.svg';
import versions from '@vscode/codicons/src/icons/versions.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';

const SOURCES = {
  account,
  add,
  archive,
  'arrow-down': arrowDown,
  'arrow-up': arrowUp,
  attach,
  beaker,
  bookmark,
  check,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'circle-large': circleLarge,
  'circle-slash': circleSlash,
  clockface,
  close,
  cloud,
  code,
  comment,
  copy,
  database,
  'debug-disconnect': debugDisconnect,
  'device-camera-video': deviceCameraVideo,
  diff,
  discard,
  edit,
  ellipsis,
  error,
  file,
  'file-media': fileMedia,
  'file-pdf': filePdf,
  'file-text': fileText,
  filter,
  'filter-filled': filterFilled,
  folder,
  'git-branch': gitBranch,
  globe,
  'go-to-file': goToFile,
  history,
  info,
  insert,
  json,
  library,
  lightbulb,
  'link-external': linkExternal,
  loading,
  location,
  music,
  'open-preview': openPreview,
  output,
  'pass-filled': passFilled,
  play,
  plug,
  question,
  refresh,
  'repo-forked': repoForked,
  save,
  search,
  send,
  'server-process': serverProcess,
  settings,
  sparkle,
  'split-horizontal': splitHorizontal,
  'stop-circle': stopCircle,
  'symbol-method': symbolMethod,
  terminal,
  trash,
  versions,
  warning,
} as const;

export type IconName = keyof typeof SOURCES;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(SOURCES, name);
}

const parsed = new Map<IconName, Element>();

/** Returns the cached template of an icon. Callers must clone the template before use. */
function drawing(name: IconName): Element {
  let original = parsed.get(name);
  if (!original) {
    original = new DOMParser().parseFromString(SOURCES[name], 'image/svg+xml').documentElement;
    original.setAttribute('class', 'icon');
    original.setAttribute('aria-hidden', 'true');
    parsed.set(name, original);
  }
  return original;
}

/** Returns a codicon as inline SVG with the text color, hidden from screen readers. */
function icon(name: IconName): Element {
  return document.importNode(drawing(name), true);
}

const drawn = new Map<IconName, { readonly [name: string]: unknown }>();

/** Renders `icon` as a component. Preact doesn't render the SVG, because pages have thousands of icons. */
export function Icon({ name }: { readonly name: IconName }): ComponentChild {
  let props = drawn.get(name);
  if (!props) {
    const attributes = [...drawing(name).attributes].map((one) => [one.name, one.value] as const);
    const ref = (svg: SVGElement | null): void => {
      if (svg?.childElementCount === 0) svg.append(...icon(name).children);
    };
    props = { ...Object.fromEntries(attributes), key: name, ref };
    drawn.set(name, props);
  }
  return h('svg', props);
}
