import { useMemo } from 'react';
import type { Diagnostic } from '../../core/index.ts';
import { createReadOnlyHost } from '../read-only-host.ts';
import { useEngine } from '../context.ts';
import { EngineProvider } from '../EngineProvider.tsx';
import { useText } from '../hooks.ts';
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
function screenOfForm(form: Document): unknown {
  const id = typeof form.id === 'string' ? form.id : '';
  return {
    kind: 'screen',
    formatVersion: 2,
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
  /** The document's diagnostics, if known; without them the document is validated first. */
  diagnostics?: readonly Diagnostic[];
}) {
  const { registry, host } = useEngine();
  const t = useText();
  const form = document as Document | null;
  const isForm = form?.kind === 'form';
  const readOnlyHost = useMemo(
    () =>
      createReadOnlyHost(host, {
        ...(isForm && form && { forms: new Map([[String(form.id), form]]) }),
        onBlocked: (action) => host.notify('info', t(blockedTexts[action])),
      }),
    [host, isForm, form, t],
  );
  const screen = useMemo(() => (isForm && form ? screenOfForm(form) : document), [isForm, form, document]);
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
