import { makeStyles, tokens } from '@fluentui/react-components';
import { isPresent, type JsonObject } from '../../src/contracts/json.ts';
import { resolveAddress } from '../../src/engine/core/index.ts';
import type { ChildData, NodeData } from '../../src/engine/react/index.ts';
import { useCan, useDatasetTitle, useLoad, useText } from '../../src/engine/react/index.ts';
import {
  DescriptionList,
  ErrorNotice,
  keyboardScroll,
  SkeletonGroup,
  SkeletonItem,
} from '../../src/ui/index.ts';
import { TileDialog } from './TileDialog.tsx';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '12px' },
  code: {
    margin: 0,
    padding: '12px',
    maxHeight: '40dvh',
    overflow: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Permission to see statements and plans. The server decides. */
const explainer = { screen: 'admin-definition', verb: 'update' } as const;

interface Explained {
  sql: string;
  parameters: unknown[];
  plan: string[];
  /** Null for a statement that may not run. */
  milliseconds: number | null;
  cache: 'kept' | 'shared' | 'first' | 'changed';
  topics: string[];
  /** Seconds after which the rows are read again without an event. */
  maxAge: number | null;
}

/** How the database answered a dataset, for who administers definitions. */
function Explanation({ id, values }: { id: string; values: NodeData['values'] }) {
  const styles = useStyles();
  const t = useText();
  const address = resolveAddress(`/adm/v2/dataset/${id}/-/explain`, {}, { ...values });
  const { status, reply, error } = useLoad(address);
  if (status === 'error')
    return <ErrorNotice title={t('widgets.frame.failed.title')} text={error?.message ?? ''} />;
  const found = (reply as { data?: JsonObject } | null)?.data as Explained | undefined;
  if (!found)
    return (
      <SkeletonGroup label={t('widgets.frame.loading')} className={styles.part}>
        <SkeletonItem width="60%" />
        <SkeletonItem width="90%" />
      </SkeletonGroup>
    );
  const { topics, maxAge } = found;
  const refreshedBy = maxAge === null ? topics : [...topics, t('views.origin.maxAge', { seconds: maxAge })];
  const facts = [
    {
      label: t('views.origin.time'),
      text:
        found.milliseconds === null
          ? t('views.origin.notRun')
          : t('views.origin.milliseconds', { value: Math.round(found.milliseconds) }),
    },
    { label: t('views.origin.cache'), text: t(`views.origin.cached.${found.cache}`) },
    { label: t('views.origin.topics'), text: refreshedBy.join(', ') },
    { label: t('views.origin.parameters'), text: JSON.stringify(found.parameters) },
  ];
  return (
    <>
      <DescriptionList pairs={facts.map(({ label, text }) => ({ key: label, label, content: text }))} />
      <h3 className={styles.heading}>{t('views.origin.sql')}</h3>
      <pre ref={keyboardScroll} className={styles.code}>
        {found.sql}
      </pre>
      <h3 className={styles.heading}>{t('views.origin.plan')}</h3>
      <pre ref={keyboardScroll} className={styles.code}>
        {found.plan.join('\n')}
      </pre>
    </>
  );
}

/** The name of where a source's rows come from. */
function useOriginName({ origin }: NodeData): string {
  const t = useText();
  const title = useDatasetTitle(origin.kind === 'dataset' ? origin.id : null);
  if (origin.kind === 'dataset') return t('views.origin.dataset', { title });
  return origin.kind === 'route'
    ? t('views.origin.route', { address: origin.address })
    : t('views.origin.value');
}

function Origin({ data }: { data: NodeData }) {
  const styles = useStyles();
  const t = useText();
  const can = useCan();
  const name = useOriginName(data);
  const set = Object.entries(data.values).filter(([, value]) => isPresent(value));
  const pairs = [
    { key: 'from', label: t('views.origin.from'), content: name },
    {
      key: 'values',
      label: t('views.origin.values'),
      content:
        set.length === 0
          ? t('views.origin.none')
          : set.map(([key, value]) => `${key}: ${written(value)}`).join(' · '),
    },
    { key: 'rows', label: t('views.origin.rows'), content: String(data.total) },
  ];
  return (
    <div className={styles.part}>
      <DescriptionList pairs={pairs} />
      {data.origin.kind === 'dataset' && can(explainer) && (
        <Explanation id={data.origin.id} values={data.values} />
      )}
    </div>
  );
}

/** Where the data of a tile come from: for everybody in words, for who administers definitions with statement and plan. */
export default function OriginDialog({ child, onClose }: { child: ChildData; onClose(): void }) {
  const t = useText();
  const title = child.title();
  return (
    <TileDialog
      title={title === '' ? t('views.tile.origin') : t('views.origin.title', { title })}
      onClose={onClose}
    >
      {child.data().map((data) => (
        <Origin key={data.id} data={data} />
      ))}
    </TileDialog>
  );
}
