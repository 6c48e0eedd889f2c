import { useLayoutEffect, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import { LayoutEditor, viewSubject, widgetSubject, type Subject } from '../../modules/layout-editor/index.ts';
import { LazyComponent, lazyComponent, shellPatience } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { useShell } from '../shell-context.ts';

const notFoundPage = lazyComponent(() => import('../states/NotFoundPage.tsx'), shellPatience);

/** Subject that an address of the editor names; null for one that names nothing. */
function subjectOf({ dashId = '', type = '', widgetId }: Readonly<Record<string, string | undefined>>) {
  if (widgetId !== undefined) return /^[a-z][a-z0-9-]{0,63}$/.test(widgetId) ? widgetSubject(widgetId) : null;
  const isView = /^[1-9]\d{0,14}$/.test(dashId) && (type === 'U' || type === 'C');
  return isView ? viewSubject(Number(dashId), type) : null;
}

/** The layout editor of a view or of a saved widget: a work surface, whose bar takes the place of the shell's header. */
export default function LayoutEditorRoute() {
  const { host, registry, setWork } = useShell();
  // The engine follows a change of language.
  useI18n();
  const { dashId, type, widgetId } = useParams();
  const subject = useMemo<Subject | null>(
    () => subjectOf({ dashId, type, widgetId }),
    [dashId, type, widgetId],
  );
  const isKnown = subject !== null;
  useLayoutEffect(() => {
    setWork(isKnown);
    return () => setWork(false);
  }, [isKnown, setWork]);
  if (subject === null)
    return <LazyComponent source={notFoundPage}>{(NotFoundPage) => <NotFoundPage />}</LazyComponent>;
  return (
    <EngineProvider registry={registry} host={host}>
      <LayoutEditor key={subject.key} subject={subject} />
    </EngineProvider>
  );
}
