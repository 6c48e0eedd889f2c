import { useLayoutEffect } from 'react';
import { useParams } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import { LayoutEditor } from '../../modules/layout-editor/index.ts';
import { LazyComponent, lazyComponent, shellPatience } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { useShell } from '../shell-context.ts';

const notFoundPage = lazyComponent(() => import('../states/NotFoundPage.tsx'), shellPatience);

/** The layout editor of a view: a work surface, whose bar takes the place of the shell's header. */
export default function LayoutEditorRoute() {
  const { host, registry, setWork } = useShell();
  // The engine follows a change of language.
  useI18n();
  const { dashId = '', type = '' } = useParams();
  const id = /^[1-9]\d{0,14}$/.test(dashId) ? Number(dashId) : null;
  const isKnown = id !== null && (type === 'U' || type === 'C');
  useLayoutEffect(() => {
    setWork(isKnown);
    return () => setWork(false);
  }, [isKnown, setWork]);
  if (!isKnown)
    return <LazyComponent source={notFoundPage}>{(NotFoundPage) => <NotFoundPage />}</LazyComponent>;
  return (
    <EngineProvider registry={registry} host={host}>
      <LayoutEditor key={id} dashId={id} layoutType={type} />
    </EngineProvider>
  );
}
