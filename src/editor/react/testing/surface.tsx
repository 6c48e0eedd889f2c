import { FluentProvider } from '@fluentui/react-components';
import { act, render } from '@testing-library/react';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import editorTexts from '../../../../locales/en/editor.json' with { type: 'json' };
import palette from '../../../../locales/en/palette.json' with { type: 'json' };
import panel from '../../../../locales/en/panel.json' with { type: 'json' };
import { widgets } from '../../../../widgets/index.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { defaultColors } from '../../../contracts/session.ts';
import { createRegistry, loadSpecs, type Diagnostic } from '../../../engine/core/index.ts';
import { EditedDocument, EngineProvider } from '../../../engine/react/index.ts';
import { createFakeHost } from '../../../engine/react/testing/host.ts';
import { loadThemeMaker } from '../../../ui/index.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { EditorContext } from '../context.ts';
import { ProblemsProvider } from '../problems.tsx';
import { PropertyPanel } from '../PropertyPanel.tsx';

/** All widgets, their code loaded. */
export const registry = createRegistry(await loadSpecs(widgets));
const createTheme = await loadThemeMaker('light');
Element.prototype.scrollIntoView ??= () => undefined;

/** A view with one row of nodes. */
export const viewOf = (body: Json[], rest: JsonObject = {}): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  ...rest,
  body,
});

/** A text of the editor in English, with its values; null: there is none. */
export function english(key: string, values?: Record<string, unknown>): string | null {
  const find = (path: string) => {
    let at: unknown = { ...editorTexts, ...panel, ...palette };
    for (const name of path.split('.')) at = isObject(at as Json) ? (at as JsonObject)[name] : undefined;
    return at;
  };
  const plural =
    values?.count === undefined ? undefined : find(`${key}_${values.count === 1 ? 'one' : 'other'}`);
  const text = plural ?? find(key);
  return typeof text === 'string'
    ? text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name]))
    : null;
}

interface SurfaceOptions {
  /** Text of a key; null: the one that the host of tests has. */
  translate?: (key: string, values?: Record<string, unknown>) => string | null;
  /** Errors of the server about the document. */
  refused?: readonly FieldError[];
  lang?: 'pt' | 'en';
  now?: () => number;
  /** In the place of the panel. */
  children?: ReactNode;
  answer?: NonNullable<Parameters<typeof createFakeHost>[0]>['answer'];
}

/** Follows the document as the surface of an editor does. */
function Followed({
  editor,
  refused,
  children,
}: {
  editor: Editor;
  refused: readonly FieldError[];
  children: ReactNode;
}) {
  const edited = useSyncExternalStore(editor.store.subscribe, editor.document);
  const [diagnostics, setDiagnostics] = useState<readonly Diagnostic[]>([]);
  return (
    <EditedDocument document={edited} onValidated={setDiagnostics}>
      <ProblemsProvider diagnostics={diagnostics} refused={refused}>
        {children}
      </ProblemsProvider>
    </EditedDocument>
  );
}

/** Renders the property panel over a document in memory, with a node selected. */
export function openPanel(
  document: JsonObject,
  selected: string | null,
  options: SurfaceOptions = {},
): Editor {
  const {
    translate = english,
    refused = [],
    lang = 'pt',
    now,
    children = <PropertyPanel />,
    answer,
  } = options;
  const editor = createEditor(document, registry, now && { now });
  const host = createFakeHost({ lang, ...(answer && { answer }) });
  const own = host.translate;
  vi.spyOn(host, 'translate').mockImplementation((key, values) => translate(key, values) ?? own(key, values));
  render(
    <FluentProvider theme={createTheme(defaultColors, defaultColors)}>
      <EngineProvider registry={registry} host={host}>
        <EditorContext value={editor}>
          <Followed editor={editor} refused={refused}>
            {children}
          </Followed>
        </EditorContext>
      </EngineProvider>
    </FluentProvider>,
  );
  if (selected !== null) act(() => editor.select([selected]));
  return editor;
}
