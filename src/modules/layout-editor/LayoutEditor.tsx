import { makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DefinitionDraft, SavedDefinition } from '../../contracts/definitions.ts';
import type { JsonObject } from '../../contracts/json.ts';
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
import { DataChoicesProvider } from './DataChoicesProvider.tsx';
import { SavedTitlesProvider } from './SavedTitlesProvider.tsx';
import { ScreenChoicesProvider } from './ScreenChoicesProvider.tsx';
import type { Subject } from './subject.ts';
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
  draft: DefinitionDraft | null;
  scheduledAt: string | null;
}

/** Opens the draft: its editor and what saves it. Everything is loaded before it is shown. */
async function open(
  host: Host,
  registry: Registry,
  subject: Subject,
  onPublished: (published: Omit<OpenView, 'reload'>) => void,
): Promise<{ stop(): void; read(): Promise<DraftReply>; view: Published; editor: Editor; draft: Draft }> {
  const get = async (): Promise<DraftReply> => {
    const { data } = (await host.run({ method: 'get', address: subject.draft })) as { data: DraftReply };
    return data;
  };
  const read = async (): Promise<DraftReply> => {
    const data = await get();
    const { savedAt } = draft.store.getState();
    onPublished({
      subject,
      publishedVersion: data.publishedVersion,
      scheduledAt: data.scheduledAt,
      publishedSave: data.draft === null ? savedAt : null,
    });
    return data;
  };
  const [reply] = await Promise.all([
    get(),
    registry.prepare(registry.types),
    host.loadTexts(['editor', 'panel', 'palette', 'forms', 'diagnostics', 'screens']),
  ]);
  const { definition, version, publishedVersion, scheduledAt, draft: stored } = reply;
  const editor = createEditor(definition, registry);
  const draft = createDraft(
    editor,
    { document: definition, version, savedAt: stored?.updatedAt ?? null },
    {
      after: host.after,
      async load() {
        const data = await read();
        return {
          document: data.definition,
          version: data.version,
          savedAt: data.draft?.updatedAt ?? null,
          author: data.draft?.author ?? null,
        };
      },
      async save(document, base) {
        const saved = (await host.run({
          method: 'put',
          address: subject.draft,
          body: { definition: document, version: base },
        })) as { data: SavedDefinition };
        return saved.data;
      },
    },
  );
  const stop = await keepEdits(editor, draft, `${host.tenant.key} ${host.user.id} ${subject.key}`, {
    edits: createKeptEdits(),
    after: host.after,
  });
  return { stop, read, view: { subject, publishedVersion, scheduledAt }, editor, draft };
}

type Published = Pick<OpenView, 'subject' | 'publishedVersion' | 'scheduledAt'>;

type Opening =
  | { status: 'loading' }
  | { status: 'failed'; failure: HostFailure }
  | ({ status: 'ready' } & Awaited<ReturnType<typeof open>>);

/** Edits the layout of a view, or a saved widget. */
export function LayoutEditor({ subject }: { subject: Subject }) {
  const styles = useStyles();
  const { host, registry } = useHost();
  const t = useText();
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState<Opening>({ status: 'loading' });
  const [published, setPublished] = useState<Omit<OpenView, 'reload'> | null>(null);
  const hasTexts = useTexts('editor');
  useTexts('panel');
  useTexts('palette');
  useEffect(() => {
    let cancelled = false;
    let opened: { draft: Draft; stop(): void } | null = null;
    void attempt;
    open(host, registry, subject, (now) => {
      if (!cancelled) setPublished(now);
    }).then(
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
  }, [host, registry, subject, attempt]);
  // The document shown stays as it was when it cannot be read again.
  const reload = useCallback(() => {
    if (opening.status === 'ready') void opening.read().catch(() => undefined);
  }, [opening]);
  const view = useMemo<OpenView | null>(() => {
    if (opening.status !== 'ready') return null;
    const known = published?.subject === subject ? published : { ...opening.view, publishedSave: null };
    return { ...known, reload };
  }, [opening, published, subject, reload]);
  // Saves of others are taken over while it is open.
  useEffect(() => {
    if (opening.status !== 'ready') return undefined;
    const { draft } = opening;
    return host.events.subscribe([subject.topic], ({ version }) => void draft.hear(version));
  }, [opening, host, subject]);
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
        <DataChoicesProvider>
          <ScreenChoicesProvider>
            <SavedTitlesProvider>
              <Workbench draft={opening.draft} />
            </SavedTitlesProvider>
          </ScreenChoicesProvider>
        </DataChoicesProvider>
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
