import {
  createContext,
  memo,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import { CompileCache } from '../../core/language/compile-cache.ts';
import { compileEdited } from '../../core/language/compile.ts';
import { createScreen, documentTypes } from '../../core/index.ts';
import type { CompiledNode, Diagnostic, Host, Screen } from '../../core/index.ts';
import { EngineContext, ScreenContext, useEngine, type Engine } from '../context.ts';
import { nodeElement } from '../node/Node.tsx';
import { createReadOnlyHost } from '../read-only-host.ts';
import { useResolvedDocument } from './useResolvedDocument.ts';

/** A host for nodes that nobody uses while they are edited: they read, and neither write nor say anything. */
function createQuietHost(host: Host): Host {
  const readOnly = createReadOnlyHost(host, { onBlocked: () => undefined });
  return new Proxy(readOnly, {
    get: (target, name) =>
      name === 'notify' ? () => () => undefined : (Reflect.get(target, name, target) as unknown),
  });
}

/** The engine of the nodes that are shown while their document is edited: nothing that they do reaches the server. */
const EditedEngineContext = createContext<Engine | null>(null);

/** Pause after a change before the document is validated, in milliseconds. */
const validationPause = 300;

/** The diagnostics of a document, once it was not changed for a while; those of another document are null. */
function useValidation(
  document: JsonObject | null,
  onValidated: ((diagnostics: readonly Diagnostic[]) => void) | undefined,
): readonly Diagnostic[] | null {
  const { registry, host } = useEngine();
  const [validated, setValidated] = useState<{ of: JsonObject; diagnostics: readonly Diagnostic[] } | null>(
    null,
  );
  useEffect(() => {
    if (document === null) return undefined;
    let cancelled = false;
    const stop = host.after(validationPause, () => {
      void import('../../core/validate/document.ts').then(({ validateEdited }) => {
        if (cancelled) return;
        const found = validateEdited(document, registry);
        setValidated({ of: document, diagnostics: found.filter(({ severity }) => severity === 'error') });
        onValidated?.(found);
      });
    });
    return () => {
      cancelled = true;
      stop();
    };
  }, [document, registry, host, onValidated]);
  return validated !== null && validated.of === document ? validated.diagnostics : null;
}

/** Waits for the widgets of a document. */
function useWidgets(document: JsonObject | null): boolean {
  const { registry } = useEngine();
  const revision = useSyncExternalStore(registry.subscribe, () => registry.revision);
  const loading = useMemo(() => {
    void revision;
    return document === null ? null : registry.prepare(documentTypes(document));
  }, [registry, document, revision]);
  return document !== null && loading === null;
}

interface EditedDocumentProps {
  document: JsonObject;
  children: ReactNode;
  /** Shown until the document's widgets are loaded. */
  fallback?: ReactNode;
  onValidated?(diagnostics: readonly Diagnostic[]): void;
}

/**
 * Holds the screen of a document that is being edited: its sources are loaded and its state lives, while the definition
 * follows each change. `EditedNode` shows one of its nodes, wherever it stands below.
 */
export function EditedDocument({ document, children, fallback = null, onValidated }: EditedDocumentProps) {
  const { registry, host, lang } = useEngine();
  const readOnly = useMemo(() => createQuietHost(host), [host]);
  const engine = useMemo(() => ({ registry, host: readOnly, lang }), [registry, readOnly, lang]);
  const resolved = useResolvedDocument(document);
  const isReady = useWidgets(resolved);
  const revision = useSyncExternalStore(registry.subscribe, () => registry.revision);
  const found = useValidation(resolved, onValidated);
  const [cache] = useState(() => new CompileCache());
  const compiled = useMemo(() => {
    void revision;
    return resolved !== null && isReady ? compileEdited(resolved, registry, cache, found) : null;
  }, [resolved, isReady, registry, cache, found, revision]);
  const [screen, setScreen] = useState<Screen | null>(null);
  if (screen === null && compiled !== null) setScreen(createScreen(compiled, readOnly, {}));
  useLayoutEffect(() => {
    if (screen && compiled) screen.replaceDefinition(compiled, true);
  }, [screen, compiled]);
  useEffect(() => {
    screen?.start();
    return () => screen?.dispose();
  }, [screen]);
  useEffect(() => screen?.languageChanged(), [screen, lang]);
  if (screen === null) return fallback;
  return (
    <EditedEngineContext value={engine}>
      <ScreenContext value={screen}>{children}</ScreenContext>
    </EditedEngineContext>
  );
}

/** The compiled node with an id; null while the document has none. */
export function useEditedNode(id: string): CompiledNode | null {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('EditedDocument is missing around this component');
  const { observedDefinition } = screen;
  return useSyncExternalStore(
    observedDefinition.subscribe,
    () => observedDefinition.get().nodes.get(id) ?? null,
  );
}

/** One node of the document with what it contains. It renders again when it changes, and not when others do. */
export const EditedNode = memo(function EditedNode({ id }: { id: string }) {
  const engine = useContext(EditedEngineContext);
  const node = useEditedNode(id);
  if (node === null || engine === null) return null;
  return <EngineContext value={engine}>{nodeElement(node)}</EngineContext>;
});
