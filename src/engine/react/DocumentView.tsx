import { useMemo } from 'react';
import type { Diagnostic } from '../core/index.ts';
import { containedHost } from './contained-host.ts';
import { useEngine } from './context.ts';
import { EngineProvider } from './EngineProvider.tsx';
import { useText } from './hooks.ts';
import { Screen } from './Screen.tsx';

const heldBackTexts = {
  write: 'widgets.frame.heldBack.write',
  navigate: 'widgets.frame.heldBack.navigate',
  download: 'widgets.frame.heldBack.download',
} as const;

interface Document {
  kind?: unknown;
  id?: unknown;
}

/** A form stands on a screen of its own, as its only node. */
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
 * Draws a screen or form document inside of a node, as part of the page around it: with the same widgets, person, language
 * and data. It neither writes nor leads away nor names the window; what would have done so is told.
 */
export function DocumentView({
  document,
  params,
  diagnostics,
}: {
  document: unknown;
  params: Readonly<Record<string, string>>;
  /** What is wrong with it, when that is known already; else it is checked first. */
  diagnostics?: readonly Diagnostic[];
}) {
  const { registry, host } = useEngine();
  const t = useText();
  const given = document as Document | null;
  const isForm = given?.kind === 'form';
  const contained = useMemo(
    () =>
      containedHost(host, {
        ...(isForm && given && { forms: new Map([[String(given.id), given]]) }),
        onHeldBack: (what) => host.notify('info', t(heldBackTexts[what])),
      }),
    [host, isForm, given, t],
  );
  const drawn = useMemo(() => (isForm && given ? screenAround(given) : document), [isForm, given, document]);
  return (
    <EngineProvider registry={registry} host={contained}>
      <Screen
        document={drawn}
        params={params}
        embedded
        {...(diagnostics && !isForm ? { diagnostics } : {})}
      />
    </EngineProvider>
  );
}
