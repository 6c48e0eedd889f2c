import { useCallback, useLayoutEffect } from 'react';
import { useParams } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import { Chat } from '../../modules/chat/index.ts';
import { LazyComponent, lazyComponent, shellPatience } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { usePreloadedWaiting } from '../session/usePreloadedWaiting.ts';
import { useShell } from '../shell-context.ts';

const notFoundPage = lazyComponent(() => import('../states/NotFoundPage.tsx'), shellPatience);

/** The support chat: a place that people stay in, under the shell's header. */
export default function SupportRoute() {
  const { host, registry, setWork, setCrumbs } = useShell();
  const { t } = useI18n();
  usePreloadedWaiting(host);
  const { chatId } = useParams();
  const isKnown = chatId === undefined || /^[1-9]\d{0,14}$/.test(chatId);
  useLayoutEffect(() => {
    setWork(isKnown && 'place');
    return () => setWork(false);
  }, [isKnown, setWork]);
  const group = t('menu.support');
  const onTitle = useCallback(
    (title: string) => setCrumbs([{ name: group }, { name: title }]),
    [setCrumbs, group],
  );
  const isOpen = chatId !== undefined;
  const onChat = useCallback(
    (next: number | null) =>
      // The way back closes a chat, and leads to no other one.
      host.navigate(next === null ? '/support' : `/support/${next}`, {
        replace: isOpen && next !== null,
      }),
    [host, isOpen],
  );
  if (!isKnown)
    return <LazyComponent source={notFoundPage}>{(NotFoundPage) => <NotFoundPage />}</LazyComponent>;
  return (
    <EngineProvider registry={registry} host={host}>
      <Chat chatId={isOpen ? Number(chatId) : null} onChat={onChat} onTitle={onTitle} />
    </EngineProvider>
  );
}
