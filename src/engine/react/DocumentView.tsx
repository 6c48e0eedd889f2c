import { useMemo } from 'react';
import type { Diagnostic } from '../core/index.ts';
import { createReadOnlyHost } from './read-only-host.ts';
import { useEngine } from './context.ts';
import { EngineProvider } from './EngineProvider.tsx';
import { useText } from './hooks.ts';
import { Screen } from './Screen.tsx';

const blockedTexts = {
  write: 'widgets.frame.heldBack.write',
  navigate: 'widgets.frame.heldBack.navigate',
  download: 'widgets.frame.heldBack.download',
} as const;

interface Document {
  kind?: unknown;
  id?: unknown;
}

/** A screen with the form as its only node. */
function screenAround(form: Document): unknown {
  const id = typeof form.id === 'string' ? form.id : '';
  return {
    kind: 'screen',
    formatVersion: 1,
    id: 'document-view',
    path: '/document-view',
    title: '',
    access: { any: [] },
    body: [{ id: 'form', type: 'form', props: { form: id, guard: false } }],
  };
}

/**
 * Renders a screen or form document inside a node, with the widgets, person, language and data of the page around it. It
 * cannot write, navigate or set the window's title; a blocked attempt shows a notification.
 */
export function DocumentView({
  document,
  params,
  diagnostics,
}: {
  document: unknown;
  params: Readonly<Record<string, string>>;
  /** The document's diagnostics where they are known; else it is validated first. */
  diagnostics?: readonly Diagnostic[];
}) {
  const { registry, host } = useEngine();
  const t = useText();
  const given = document as Document | null;
  const isForm = given?.kind === 'form';
  const readOnlyHost = useMemo(
    () =>
      createReadOnlyHost(host, {
        ...(isForm && given && { forms: new Map([[String(given.id), given]]) }),
        onBlocked: (what) => host.notify('info', t(blockedTexts[what])),
      }),
    [host, isForm, given, t],
  );
  const screen = useMemo(() => (isForm && given ? screenAround(given) : document), [isForm, given, document]);
  return (
    <EngineProvider registry={registry} host={readOnlyHost}>
      <Screen
        document={screen}
        params={params}
        embedded
        {...(diagnostics && !isForm ? { diagnostics } : {})}
      />
    </EngineProvider>
  );
}
