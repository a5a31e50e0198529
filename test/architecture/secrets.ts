import ts from 'typescript';
import { nodesOf, type Rule } from './source';

const SECRET =
  /^(code|verifier|codeVerifier|tokens?|accessToken|refreshToken|idToken|secrets?|clientSecret|apiKey|password|credential|redemption|signedIn)$/;

/** What people read: the log, the console, messages, titles, and every text that is made for them. */
const SHOWS =
  /(^|\.)(log|console)\.(trace|debug|info|log|warn|error)$|(^|\.)l10n\.t$|\.(notify|confirm|progress)$/;

const ADDRESSES = /\.searchParams\.(set|append)$/;

/** No code, token or other secret is put into a line of the log, a message, a title or an address. */
export const tellsNoSecret: Rule = ({ tree }) =>
  nodesOf(tree).flatMap((node) => {
    if (!ts.isCallExpression(node)) return [];
    const called = node.expression.getText();
    if (!SHOWS.test(called) && !ADDRESSES.test(called)) return [];
    return node.arguments.flatMap(valuesIn).map((name) => `tells ${name} by ${called}`);
  });

/** Names of the values that an expression takes; a function that is passed along takes its own later. */
function valuesIn(node: ts.Node): readonly string[] {
  if (ts.isFunctionLike(node)) return [];
  // `token.length`, `error.code`: the last name says what it is.
  if (ts.isPropertyAccessExpression(node))
    return SECRET.test(node.name.text) ? [node.name.text] : [];
  if (ts.isIdentifier(node)) return SECRET.test(node.text) ? [node.text] : [];
  return node.getChildren().flatMap(valuesIn);
}

const PAGES =
  /^(createWebviewPanel|registerWebviewViewProvider|registerWebviewPanelSerializer|clipboard)$/;
const OPENERS = /^(vscode\.open|simpleBrowser\.|workbench\.action\.(webview|browser))/;

/**
 * Signing in is a matter of the system's browser (RFC 8252 section 8.12): its page is opened and copied by
 * `System` alone, and shown in no webview.
 */
export const leavesPagesToTheBrowser: Rule = ({ path, tree }) =>
  path.startsWith('src/auth/')
    ? nodesOf(tree).flatMap((node) => {
        if (ts.isIdentifier(node) && PAGES.test(node.text)) return [`uses ${node.text}`];
        if (ts.isStringLiteralLike(node) && OPENERS.test(node.text)) return [`runs ${node.text}`];
        const isOpened = ts.isPropertyAccessExpression(node) && node.name.text === 'openExternal';
        return isOpened && !/(^|\.)system$/.test(node.expression.getText())
          ? ['opens a page by another than System']
          : [];
      })
    : [];

/** Makes the address, and gives it to the dialog. */
const AUTHORIZATION = 'src/auth/authorizationCodeFlow.ts';

/** The address of the authorization page holds the state of a sign-in: it is opened, or copied, and no more. */
export const keepsTheAuthorizationAddress: Rule = ({ path, tree }) =>
  path.startsWith('src/auth/') && path !== AUTHORIZATION
    ? nodesOf(tree).flatMap((node) => {
        if (ts.isObjectBindingPattern(node) && isStep(node.parent)) {
          const names = node.elements.map((one) => (one.propertyName ?? one.name).getText());
          return names.includes('url') ? ['takes the address out of its step'] : [];
        }
        const isAddress =
          ts.isPropertyAccessExpression(node) &&
          node.name.text === 'url' &&
          /(^|\.)#?(step|waiting|authorization)$/.test(node.expression.getText());
        if (!isAddress) return [];
        const { parent } = node;
        const isGiven =
          ts.isCallExpression(parent) &&
          /(^|\.)system\.(openExternal|copy)$/.test(parent.expression.getText());
        return isGiven ? [] : ['uses the address of the authorization page'];
      })
    : [];

function isStep(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node)
    ? /(^|\.)#?step$/.test(node.initializer?.getText() ?? '')
    : ts.isParameter(node) && /Step\b/.test(node.type?.getText() ?? '');
}
