import { useCallback, useLayoutEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import { Kanban } from '../../modules/kanban/index.ts';
import { LazyComponent, lazyComponent, shellPatience } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { usePreloadedWaiting } from '../session/usePreloadedWaiting.ts';
import { useShell } from '../shell-context.ts';

const notFoundPage = lazyComponent(() => import('../states/NotFoundPage.tsx'), shellPatience);

const isId = (text: string | null | undefined): boolean => /^[1-9]\d{0,14}$/.test(text ?? '');

/** A board with the cards of a sprint: a place that people stay in, under the shell's header. */
export default function KanbanRoute() {
  const { host, registry, setWork, setCrumbs } = useShell();
  // The engine follows a change of language.
  useI18n();
  usePreloadedWaiting(host);
  const { boardId, sprintId } = useParams();
  // The router's own hook for queries would weigh on every page.
  const { search } = useLocation();
  const card = new URLSearchParams(search).get('card');
  const cardId = isId(card) ? Number(card) : null;
  const isOpen = cardId !== null;
  const isKnown = isId(boardId) && (sprintId === '0' || isId(sprintId));
  useLayoutEffect(() => {
    setWork(isKnown && 'place');
    return () => setWork(false);
  }, [isKnown, setWork]);
  const onSprint = useCallback(
    (next: number) => host.navigate(`/ppm-boards/${boardId}/sprint/${next}`),
    [host, boardId],
  );
  const onCard = useCallback(
    (next: number | null) =>
      // The way back closes the panel, and leads to no other one.
      host.navigate(`/ppm-boards/${boardId}/sprint/${sprintId}${next === null ? '' : `?card=${next}`}`, {
        replace: isOpen,
      }),
    [host, boardId, sprintId, isOpen],
  );
  const onTitles = useCallback(
    (board: string, sprint: string | null) =>
      setCrumbs(sprint === null ? [{ name: board }] : [{ name: board }, { name: sprint }]),
    [setCrumbs],
  );
  if (!isKnown)
    return <LazyComponent source={notFoundPage}>{(NotFoundPage) => <NotFoundPage />}</LazyComponent>;
  return (
    <EngineProvider registry={registry} host={host}>
      <Kanban
        boardId={Number(boardId)}
        sprintId={Number(sprintId)}
        onSprint={onSprint}
        cardId={cardId}
        onCard={onCard}
        onTitles={onTitles}
      />
    </EngineProvider>
  );
}
