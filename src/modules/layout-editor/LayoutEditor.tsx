import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import type { SavedDefinition } from '../../contracts/definitions.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { LayoutType } from '../../contracts/view.ts';
import { createKeptEdits } from '../../client/index.ts';
import type { Host, HostFailure, Registry } from '../../engine/core/index.ts';
import { useHost, useText, useTexts } from '../../engine/react/index.ts';
import {
  createDraft,
  createEditor,
  EditorContext,
  keepEdits,
  type Draft,
  type Editor,
} from '../../editor/index.ts';
import { EmptyState, ErrorNotice, SkeletonGroup, SkeletonItem } from '../../ui/index.ts';
import { ViewContext, type OpenView } from './view-context.ts';
import { Workbench } from './Workbench.tsx';

const useStyles = makeStyles({
  message: { display: 'grid', placeItems: 'center', height: '100%', padding: '24px' },
  loading: { display: 'grid', gridTemplateRows: '52px 1fr', height: '100%' },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    padding: '0 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  desk: {
    padding: '16px',
    display: 'grid',
    gridTemplateColumns: 'repeat(3, 1fr)',
    gridAutoRows: '162px',
    gap: '12px',
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

interface DraftReply {
  definition: JsonObject;
  version: number;
  publishedVersion: number;
  title: string;
  draft: { updatedAt: string } | null;
}

const addressOf = (dashId: number): string => `/adm/v2/dash/${dashId}/draft`;

/** Opens the draft of a view: its editor and what saves it. Everything is loaded before it is shown. */
async function open(
  host: Host,
  registry: Registry,
  dashId: number,
): Promise<{ stop(): void; view: Omit<OpenView, 'layoutType'>; editor: Editor; draft: Draft }> {
  const [reply] = await Promise.all([
    host.run({ method: 'get', address: addressOf(dashId) }) as Promise<{ data: DraftReply }>,
    registry.prepare(registry.types),
    host.loadTexts(['editor', 'palette', 'forms', 'diagnostics', 'screens']),
  ]);
  const { definition, version, publishedVersion, draft: stored } = reply.data;
  const editor = createEditor(definition, registry);
  const draft = createDraft(
    editor,
    { document: definition, version, savedAt: stored?.updatedAt ?? null },
    {
      after: host.after,
      async save(document, base) {
        const saved = (await host.run({
          method: 'put',
          address: addressOf(dashId),
          body: { definition: document, version: base },
        })) as { data: SavedDefinition };
        return saved.data;
      },
    },
  );
  const stop = await keepEdits(editor, draft, `${host.tenant.key} ${host.user.id} dash-${dashId}`, {
    edits: createKeptEdits(),
    after: host.after,
  });
  return { stop, view: { dashId, publishedVersion, hasDraft: stored !== null }, editor, draft };
}

type Opening =
  | { status: 'loading' }
  | { status: 'failed'; failure: HostFailure }
  | ({ status: 'ready' } & Awaited<ReturnType<typeof open>>);

/** Edits the layout of a view. */
export function LayoutEditor({ dashId, layoutType }: { dashId: number; layoutType: LayoutType }) {
  const styles = useStyles();
  const { host, registry } = useHost();
  const t = useText();
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState<Opening>({ status: 'loading' });
  const hasTexts = useTexts('editor');
  useTexts('palette');
  useEffect(() => {
    let cancelled = false;
    let opened: { draft: Draft; stop(): void } | null = null;
    void attempt;
    open(host, registry, dashId).then(
      (ready) => {
        if (cancelled) return;
        opened = ready;
        setOpening({ status: 'ready', ...ready });
      },
      (failure: HostFailure) => {
        if (!cancelled) setOpening({ status: 'failed', failure });
      },
    );
    return () => {
      cancelled = true;
      opened?.stop();
      opened?.draft.dispose();
    };
  }, [host, registry, dashId, attempt]);
  const view = useMemo<OpenView | null>(
    () => (opening.status === 'ready' ? { ...opening.view, layoutType } : null),
    [opening, layoutType],
  );
  if (opening.status === 'failed') {
    const isAbsent = [400, 403, 404].includes(opening.failure.status);
    return (
      <div className={styles.message}>
        {isAbsent ? (
          <EmptyState
            icon="document-search"
            tone="neutral"
            title={t('notFound.title')}
            text={opening.failure.message}
          />
        ) : (
          <ErrorNotice
            title={t('failure.page')}
            text={opening.failure.message}
            retry={{
              text: t('failure.retry'),
              onRetry: () => {
                setOpening({ status: 'loading' });
                setAttempt((before) => before + 1);
              },
            }}
          />
        )}
      </div>
    );
  }
  if (opening.status === 'loading' || view === null || !hasTexts) return <Loading />;
  return (
    <EditorContext value={opening.editor}>
      <ViewContext value={view}>
        <Workbench draft={opening.draft} />
      </ViewContext>
    </EditorContext>
  );
}

function Loading() {
  const styles = useStyles();
  const t = useText();
  return (
    <SkeletonGroup label={t('shell.loading')} className={styles.loading}>
      <div className={styles.bar}>
        <SkeletonItem width="240px" height={24} />
      </div>
      <div className={styles.desk}>
        {[1, 2, 3, 4, 5, 6].map((one) => (
          <SkeletonItem key={one} height={162} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
