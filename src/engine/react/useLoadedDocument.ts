import { useEffect, useState, useSyncExternalStore } from 'react';
import { slowAfter } from '../../ui/index.ts';
import { documentTypes } from '../core/index.ts';
import { useEngine } from './context.ts';
import { preloadWidgets } from './widget-code.ts';

export interface LoadedDocument<Given> {
  given: Given;
  /** Changes when a widget that was slow has arrived: the document is compiled again. */
  revision: object;
}

const idOf = (document: unknown): unknown =>
  typeof document === 'object' && document !== null && 'id' in document ? document.id : undefined;

/** The types that are rendered at once. Dialogs load their code when they open. */
const bodyTypes = (document: unknown) => documentTypes({ ...(document as object | null), dialogs: [] });

/**
 * Waits until the widgets of a document are loaded, or so slow that the rest is rendered without them. A newer revision of
 * the document that is shown waits behind it; any other document takes its place at once.
 * @returns what can be rendered, or null while there is nothing yet.
 */
export function useLoadedDocument<Given extends { document: unknown }>(
  given: Given,
): LoadedDocument<Given> | null {
  const { registry } = useEngine();
  const { document } = given;
  const revision = useSyncExternalStore(registry.subscribe, () => registry.revision);
  const [waited, setWaited] = useState<unknown>(null);
  const [shown, setShown] = useState<Given | null>(null);
  const ready = waited === document || registry.prepare(documentTypes(document)) === null;
  if (ready && shown?.document !== document) setShown(given);
  useEffect(() => {
    const loading = ready ? null : registry.prepare(documentTypes(document));
    if (!loading) return undefined;
    let left = false;
    const go = () => {
      if (!left) setWaited(document);
    };
    const slow = setTimeout(go, slowAfter);
    void loading.then(() => {
      preloadWidgets(registry, bodyTypes(document));
      go();
    });
    return () => {
      left = true;
      clearTimeout(slow);
    };
  }, [registry, document, ready]);
  if (ready) return { given, revision };
  return shown && idOf(shown.document) === idOf(document) ? { given: shown, revision } : null;
}
