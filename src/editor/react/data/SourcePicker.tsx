import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useState, type RefObject } from 'react';
import type { DataChoice } from '../../../contracts/data-choice.ts';
import { useLanguage, useText } from '../../../engine/react/index.ts';
import { ErrorNotice, Icon, SkeletonGroup, SkeletonItem } from '../../../ui/index.ts';
import { useDataChoices } from './choices.ts';
import { foldText } from '../../../contracts/text.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  search: { width: '100%', maxWidth: 'none' },
  group: {
    margin: '8px 0 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyle: 'none' },
  entry: {
    justifyContent: 'flex-start',
    width: '100%',
    minWidth: 0,
    gap: '4px',
    paddingInline: '8px',
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, flex: '1 1 0' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  hint: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** A source of the document among those that can be chosen. */
export interface SourceEntry {
  id: string;
  title: string;
  hint: string;
}

export const iconOfData = (kind: string | undefined): string =>
  kind === 'dataset' ? 'chart-multiple' : kind === 'entity' ? 'table' : 'database';

/** A list of all data that a widget can be given: sources of the document, datasets, and records. */
export function SourcePicker({
  sources,
  withRecords,
  root,
  onSource,
  onData,
}: {
  sources: readonly SourceEntry[];
  /** Whether records can be chosen: charts of one page of them would be wrong. */
  withRecords: boolean;
  root?: RefObject<HTMLDivElement | null>;
  onSource(id: string): void;
  onData(data: DataChoice): void;
}) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const { status, rows, message, reload } = useDataChoices();
  const [needle, setNeedle] = useState('');
  const wanted = foldText(needle.trim());
  const matches = (text: string): boolean => foldText(text).includes(wanted);
  const columnsHint = ({ columns }: DataChoice): string =>
    [...new Set(columns.map(({ titles }) => titles[lang]))].join(', ');
  const groups = [
    {
      id: 'own',
      entries: sources
        .filter(({ id, title }) => matches(`${id} ${title}`))
        .map(({ id, title, hint }) => ({ id, title, hint, icon: 'database', choose: () => onSource(id) })),
    },
    ...(['dataset', 'entity'] as const).map((kind) => ({
      id: kind,
      entries: rows
        .filter((one) => one.kind === kind && (kind === 'dataset' || withRecords))
        .filter((one) => matches(`${one.id} ${one.title} ${columnsHint(one)}`))
        .map((one) => ({
          id: one.id,
          title: one.title,
          hint: columnsHint(one),
          icon: iconOfData(kind),
          choose: () => onData(one),
        })),
    })),
  ];
  const isEmpty = groups.every(({ entries }) => entries.length === 0);
  return (
    <div ref={root} className={styles.root}>
      <SearchBox
        className={styles.search}
        placeholder={t('panel.data.search')}
        aria-label={t('panel.data.search')}
        dismiss={{ 'aria-label': t('shell.clearSearch') }}
        value={needle}
        onChange={(_, { value }) => setNeedle(value)}
      />
      {status === 'loading' && (
        <SkeletonGroup label={t('shell.loading')} className={styles.root}>
          {[1, 2, 3].map((one) => (
            <SkeletonItem key={one} height={32} />
          ))}
        </SkeletonGroup>
      )}
      {status === 'failed' && (
        <ErrorNotice
          compact
          title={t('panel.data.failed')}
          text={message}
          retry={{ text: t('failure.retry'), onRetry: reload }}
        />
      )}
      {groups.map(({ id, entries }) =>
        entries.length === 0 ? null : (
          <section key={id} aria-label={t(`panel.data.groups.${id}`)}>
            <h4 className={styles.group}>{t(`panel.data.groups.${id}`)}</h4>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <Button
                    appearance="subtle"
                    className={styles.entry}
                    icon={<Icon name={entry.icon} />}
                    data-choice={`${id}/${entry.id}`}
                    onClick={entry.choose}
                  >
                    <span className={styles.words}>
                      <span className={styles.name}>{entry.title}</span>
                      <span className={styles.hint}>{entry.hint}</span>
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      {status === 'ready' && isEmpty && (
        <p className={styles.none}>{t(needle === '' ? 'panel.data.noneAtAll' : 'panel.data.none')}</p>
      )}
    </div>
  );
}
