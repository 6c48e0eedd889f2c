import { Button, makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import { useHost, useLanguage, useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon, type IconName } from '../../../ui/index.ts';
import { addFilter, moveFilter, removeFilter } from '../../filters/change.ts';
import { filtersOf, type ViewFilter } from '../../filters/filters.ts';
import { filterKinds, kindOfFilter, peopleEntity, type FilterKind } from '../../filters/kinds.ts';
import { usesOf, type FilterUses } from '../../filters/uses.ts';
import { shownText } from '../../names.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState } from '../context.ts';
import { useDataChoices } from '../data/choices.ts';
import { FilterDetails } from './FilterDetails.tsx';
import { useNamesOfUses } from './names.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0, padding: '12px 16px' },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  add: { alignSelf: 'flex-start' },
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  item: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    minWidth: 0,
  },
  head: { display: 'flex', alignItems: 'center', minWidth: 0, paddingInlineEnd: '2px' },
  opener: {
    flex: '1 1 0',
    minWidth: 0,
    minHeight: '44px',
    justifyContent: 'flex-start',
    gap: '4px',
    paddingInline: '8px 4px',
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, flex: '1 1 0' },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  hint: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  tool: { minWidth: '32px', flexShrink: 0 },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '4px 12px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

const icons: Readonly<Record<FilterKind, IconName>> = {
  text: 'edit',
  search: 'search',
  number: 'data-bar-vertical',
  date: 'calendar',
  range: 'calendar',
  period: 'calendar',
  one: 'list',
  several: 'checkbox-checked',
  people: 'person',
  yesNo: 'checkmark-circle',
  tags: 'tag',
};

/** Whether documents of a kind have filters above what they show. */
export const hasFilters = (kind: unknown): boolean => kind === 'dashboard';

/** The filters of a view: which there are, what they offer, and what uses them. */
export function FiltersTab() {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const announce = useAnnounce();
  const model = useEditorState((state) => state.model);
  const filters = useMemo(() => filtersOf(model), [model]);
  const { host } = useHost();
  const { rows } = useDataChoices();
  const [open, setOpen] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const names = useNamesOfUses();
  const nameOf = ({ definition }: ViewFilter): string =>
    shownText(definition.label, model.document, lang, t) || String(definition.field);
  const kinds = filterKinds.filter(
    (kind) => kind !== 'people' || rows.some((one) => one.kind === 'entity' && one.id === peopleEntity),
  );
  const focusAdd = () => root.current?.querySelector<HTMLElement>('[data-add-filter]')?.focus();
  const add = (kind: FilterKind) => {
    const report = addFilter(editor, kind, t(`panel.filters.kinds.${kind}`), lang);
    announce(report);
    if (report.done) setOpen(filtersOf(editor.store.getState().model).at(-1)?.path ?? null);
  };
  const remove = (filter: ViewFilter) => {
    announce(removeFilter(editor, filter, nameOf(filter)));
    focusAdd();
  };
  const uses = (filter: ViewFilter): FilterUses => usesOf(model, filter, filters);
  /** Uses that lose the filter are named before it is removed. */
  const askOrRemove = async (filter: ViewFilter) => {
    const used = names(uses(filter), filters);
    const confirmed =
      used.length === 0 ||
      (await host.confirm({
        kind: 'delete',
        title: t('panel.filters.removeTitle', { name: nameOf(filter) }),
        text: t('panel.filters.removeText', { uses: used.join('; ') }),
        confirmText: t('panel.filters.removeConfirm'),
      }));
    if (confirmed) remove(filter);
  };
  return (
    <div ref={root} className={styles.root} onBlur={() => editor.seal()} data-filters="">
      {filters.length === 0 && <p className={styles.text}>{t('panel.filters.none')}</p>}
      <ul className={styles.list}>
        {filters.map((filter) => {
          const name = nameOf(filter);
          const kind = kindOfFilter(filter.definition);
          const used = names(uses(filter), filters).length;
          const isOpen = open === filter.path;
          const siblings = filters.filter(({ bar }) => bar === filter.bar);
          return (
            <li key={filter.path} className={styles.item} data-filter={filter.path}>
              <div className={styles.head}>
                <Button
                  className={styles.opener}
                  appearance="transparent"
                  aria-expanded={isOpen}
                  icon={<Icon name={kind ? icons[kind] : 'filter'} />}
                  onClick={() => setOpen(isOpen ? null : filter.path)}
                >
                  <span className={styles.words}>
                    <span className={styles.name}>{name}</span>
                    <span className={styles.hint}>
                      {kind ? t(`panel.filters.kinds.${kind}`) : String(filter.definition.control)} ·{' '}
                      {used === 0 ? t('panel.filters.unused') : t('panel.filters.used', { count: used })}
                    </span>
                  </span>
                </Button>
                <Button
                  className={styles.tool}
                  appearance="subtle"
                  disabledFocusable={filter === siblings[0]}
                  icon={<Icon name="arrow-up" size={16} />}
                  aria-label={t('panel.filters.up', { name })}
                  onClick={() => announce(moveFilter(editor, filter, -1, name))}
                />
                <Button
                  className={styles.tool}
                  appearance="subtle"
                  disabledFocusable={filter === siblings.at(-1)}
                  icon={<Icon name="arrow-down" size={16} />}
                  aria-label={t('panel.filters.down', { name })}
                  onClick={() => announce(moveFilter(editor, filter, 1, name))}
                />
                <Button
                  className={styles.tool}
                  appearance="subtle"
                  icon={<Icon name="delete" size={16} />}
                  aria-label={t('panel.filters.remove', { name })}
                  onClick={() => void askOrRemove(filter)}
                />
              </div>
              {isOpen && (
                <div className={styles.body}>
                  <FilterDetails
                    filter={filter}
                    filters={filters}
                    name={name}
                    kinds={kinds}
                    onRenamed={setOpen}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <ButtonMenu
        label={t('panel.filters.add')}
        button={
          <Button className={styles.add} icon={<Icon name="add" />} data-add-filter="">
            {t('panel.filters.add')}
          </Button>
        }
      >
        {kinds.map((kind) => (
          <MenuItem key={kind} icon={<Icon name={icons[kind]} />} onClick={() => add(kind)}>
            {t(`panel.filters.kinds.${kind}`)}
          </MenuItem>
        ))}
      </ButtonMenu>
    </div>
  );
}
