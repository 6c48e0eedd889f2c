import { useEffect, useState, useSyncExternalStore } from 'react';
import { slowAfter } from '../../../ui/index.ts';
import { documentTypes } from '../../core/index.ts';
import { useEngine } from '../context.ts';
import { bodyTypes, preloadWidgets } from '../node/widget-code.ts';

export interface LoadedDocument<Props> {
  props: Props;
  /** Changes when a slow widget has loaded, so that the document is compiled again. */
  revision: object;
}

const idOf = (document: unknown): unknown =>
  typeof document === 'object' && document !== null && 'id' in document ? document.id : undefined;

/**
 * Waits until the widgets of a document are loaded, `slowAfter` at most. Meanwhile the previous revision of the same
 * document stays rendered; a document of another id does not.
 * @returns the document to render, or null while there is none.
 */
export function useLoadedDocument<Props extends { document: unknown }>(
  props: Props,
): LoadedDocument<Props> | null {
  const { registry } = useEngine();
  const { document } = props;
  const revision = useSyncExternalStore(registry.subscribe, () => registry.revision);
  const [waitedFor, setWaitedFor] = useState<unknown>(null);
  const [rendered, setRendered] = useState<Props | null>(null);
  const ready = waitedFor === document || registry.prepare(documentTypes(document)) === null;
  if (ready && rendered?.document !== document) setRendered(props);
  useEffect(() => {
    const loading = ready ? null : registry.prepare(documentTypes(document));
    if (!loading) return undefined;
    let cancelled = false;
    const stopWaiting = () => {
      if (!cancelled) setWaitedFor(document);
    };
    const slow = setTimeout(stopWaiting, slowAfter);
    void loading.then(() => {
      preloadWidgets(registry, bodyTypes(document));
      stopWaiting();
    });
    return () => {
      cancelled = true;
      clearTimeout(slow);
    };
  }, [registry, document, ready]);
  if (ready) return { props, revision };
  return rendered && idOf(rendered.document) === idOf(document) ? { props: rendered, revision } : null;
}
