import { FluentProvider } from '@fluentui/react-components';
import { configure, render } from '@testing-library/react';
import { widgets } from '../../../../widgets/index.ts';
import { defaultColors } from '../../../contracts/session.ts';
import { loadThemeMaker } from '../../../ui/index.ts';
import { validateParts, createRegistry, loadSpecs } from '../../core/index.ts';
import type { Diagnostic, WidgetSpec } from '../../core/index.ts';
import { EngineProvider, Screen } from '../index.ts';
import type { Crumb } from '../index.ts';
import { createFakeHost } from './host.ts';
import type { FakeHost, FakeHostOptions } from './host.ts';

const createTheme = await loadThemeMaker('light');
const specs = await loadSpecs(widgets);

/** A screen document with this body and the required properties. */
export function screenOf(body: unknown[], rest: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    kind: 'screen',
    formatVersion: 2,
    id: 'people',
    path: '/people',
    title: 'Pessoas',
    access: { screen: 'people', verb: 'read' },
    body,
    ...rest,
  };
}

/**
 * Renders a document with the real engine and widgets, over a host in memory. The document is validated first, as by the
 * server, unless `diagnostics` is null.
 */
export function renderScreen(
  document: Record<string, unknown>,
  options: FakeHostOptions & {
    host?: FakeHost;
    params?: Record<string, string>;
    extra?: readonly WidgetSpec[];
    diagnostics?: readonly Diagnostic[] | null;
    onTrail?: (crumbs: readonly Crumb[], title: string) => void;
    onDefinitionReplaced?: () => void;
  } = {},
) {
  const host = options.host ?? createFakeHost(options);
  const registry = createRegistry([...specs, ...(options.extra ?? [])]);
  const params = options.params ?? {};
  const diagnosticsOf = (current: Record<string, unknown>) =>
    options.diagnostics === undefined ? validateParts(current, registry) : options.diagnostics;
  let refused = false;
  let permissions = {};
  const tree = (current: Record<string, unknown>, diagnostics: readonly Diagnostic[] | null) => (
    <FluentProvider theme={createTheme(defaultColors, defaultColors)}>
      <EngineProvider registry={registry} host={host}>
        <Screen
          document={current}
          params={params}
          {...(diagnostics ? { diagnostics } : {})}
          onTrail={options.onTrail}
          onDefinitionReplaced={options.onDefinitionReplaced}
          refused={refused}
          permissions={permissions}
        />
      </EngineProvider>
    </FluentProvider>
  );
  let current = document;
  let diagnostics = diagnosticsOf(document);
  const view = render(tree(current, diagnostics));
  const rerender = () => view.rerender(tree(current, diagnostics));
  /** Replaces the document, as when a newer definition is published. */
  const publish = (next: Record<string, unknown>) => {
    current = next;
    diagnostics = diagnosticsOf(next);
    rerender();
  };
  /** Refuses the open screen, as the server does when the right to it ends. */
  const refuse = (isRefused: boolean) => {
    refused = isRefused;
    rerender();
  };
  /** Says that the permissions of the host are others now, under the same document. */
  const changePermissions = () => {
    permissions = {};
    rerender();
  };
  return { ...view, host, again: rerender, publish, refuse, changePermissions };
}

/** Leaves StrictMode, which renders everything twice, for the rest of a test that counts renders. */
export function leaveStrictMode(): void {
  configure({ reactStrictMode: false });
}

/** Replaces `matchMedia` by a predicate, for the narrow layouts. Returns a function that restores it. */
export function stubMedia(matches: (query: string) => boolean): () => void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = ((query: string) => ({
    matches: matches(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof matchMedia;
  return () => {
    globalThis.matchMedia = before;
  };
}
