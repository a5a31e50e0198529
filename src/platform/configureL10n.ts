import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

// Imported first, since modules may need localized strings while they load. Outside VS Code (tests, CLI),
// strings stay in English.
if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
