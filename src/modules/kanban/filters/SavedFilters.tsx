import { makeStyles, MenuButton, MenuDivider, MenuItem } from '@fluentui/react-components';
import { useState } from 'react';
import { usePreference, useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon } from '../../../ui/index.ts';
import { readSaved, storedFilters } from '../core/saved-filters.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { SaveFilter } from './SaveFilter.tsx';

const useStyles = makeStyles({ button: { flexShrink: 0, whiteSpace: 'nowrap' } });

/** The person's filters of this board by name; the server keeps them with their preferences. */
export function SavedFilters() {
  const styles = useStyles();
  const t = useText();
  const { board, ui, actions } = useOpenBoard();
  const [stored, store] = usePreference(`board.${board.id}.filters`);
  const saved = readSaved(stored);
  const view = useUi(({ filter, order, grouping }) => JSON.stringify({ filter, order, grouping }));
  const [isSaving, setSaving] = useState(false);
  const current = saved.find(
    ({ filter, order, grouping }) => JSON.stringify({ filter, order, grouping }) === view,
  );
  return (
    <>
      <ButtonMenu
        label={t('kanban.saved.label')}
        button={
          <MenuButton className={styles.button} appearance="subtle" icon={<Icon name="filter" />}>
            {current?.name ?? t('kanban.saved.label')}
          </MenuButton>
        }
      >
        {saved.map(({ name, ...found }) => (
          <MenuItem
            key={name}
            icon={<Icon name={name === current?.name ? 'checkmark' : 'chevron-right'} />}
            onClick={() => {
              ui.setState({ ...found, collapsed: new Set() });
              actions.say(t('kanban.saved.applied', { name }));
            }}
          >
            {name}
          </MenuItem>
        ))}
        {saved.length > 0 && <MenuDivider />}
        <MenuItem icon={<Icon name="add" />} onClick={() => setSaving(true)}>
          {t('kanban.saved.save')}
        </MenuItem>
        {current && (
          <MenuItem
            icon={<Icon name="delete" />}
            onClick={() => store(storedFilters(saved.filter(({ name }) => name !== current.name)))}
          >
            {t('kanban.saved.remove', { name: current.name })}
          </MenuItem>
        )}
      </ButtonMenu>
      {isSaving && <SaveFilter saved={saved} onSave={store} onClose={() => setSaving(false)} />}
    </>
  );
}
