import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

// Imported first by the extension, because other modules may need texts while they are evaluated. Everything that
// isn't VS Code (unit tests, the command line) leaves it unconfigured and gets the English of the sources.
if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
