import * as monaco from 'monaco-editor/editor/editor.api';
import { editor, languages, MarkerSeverity, Range, Uri } from 'monaco-editor/editor/editor.api';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/format/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/snippet/register';
// The feature's own entry omits the completion list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';

export { editor, jsonDefaults, languages, MarkerSeverity, monaco, Range, Uri };
export type { IDisposable } from 'monaco-editor/editor/editor.api';
