import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

// Imported first, as modules may need texts while they load. Outside VS Code (tests, CLI), texts stay
// English.
if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
