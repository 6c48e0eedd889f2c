import { Button, Link, makeStyles, SearchBox } from '@fluentui/react-components';
import { memo, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { BottomSheet, CountBadge, Icon, useNarrow } from '../../../ui/index.ts';
import { isFiltering, noFilter } from '../core/filter.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { FilterFields } from './FilterFields.tsx';
import { SavedFilters } from './SavedFilters.tsx';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '44px',
    padding: '0 20px',
    '@media (max-width: 767.98px)': { padding: '0 16px 8px' },
  },
  search: {
    width: '240px',
    flexShrink: 1,
    minWidth: '140px',
    '@media (max-width: 767.98px)': { flexGrow: 1, maxWidth: 'none' },
  },
  clear: { whiteSpace: 'nowrap' },
  sheet: { display: 'grid', rowGap: '12px', justifyItems: 'stretch' },
  field: { display: 'block', width: '100%' },
});

/** Settings of which cards are shown and how; on phones behind one button, beside the search. */
export const FilterBar = memo(function FilterBar({ isSprint }: { isSprint: boolean }) {
  const styles = useStyles();
  const t = useText();
  const narrow = useNarrow();
  const { ui } = useOpenBoard();
  const filter = useUi((state) => state.filter);
  const grouping = useUi((state) => state.grouping);
  const [isOpen, setOpen] = useState(false);
  const clear = () => ui.setState({ filter: noFilter });
  const count = filter.people.length + (filter.due === null ? 0 : 1) + (grouping === null ? 0 : 1);
  return (
    <div className={styles.bar} role="search" aria-label={t('kanban.filters')}>
      <SearchBox
        data-board-search
        className={styles.search}
        value={filter.text}
        placeholder={t('kanban.search')}
        aria-label={t('kanban.search')}
        onChange={(_, { value }) => ui.setState({ filter: { ...filter, text: value } })}
      />
      {narrow ? (
        <Button icon={<Icon name="filter" />} onClick={() => setOpen(true)}>
          {t('kanban.filterButton')}
          {count > 0 && (
            <>
              {' '}
              <CountBadge count={count} />
            </>
          )}
        </Button>
      ) : (
        <>
          <FilterFields isSprint={isSprint} />
          {isFiltering(filter) && (
            <Link as="button" className={styles.clear} onClick={clear}>
              {t('kanban.clear')}
            </Link>
          )}
          <SavedFilters />
        </>
      )}
      {narrow && isOpen && (
        <BottomSheet
          title={t('kanban.filterButton')}
          action={
            isFiltering(filter) && (
              <Link as="button" onClick={clear}>
                {t('kanban.clear')}
              </Link>
            )
          }
          footer={
            <Button appearance="primary" onClick={() => setOpen(false)}>
              {t('kanban.showCards')}
            </Button>
          }
          onClose={() => setOpen(false)}
        >
          <div className={styles.sheet}>
            <FilterFields isSprint={isSprint} className={styles.field} />
            <SavedFilters />
          </div>
        </BottomSheet>
      )}
    </div>
  );
});
