import { useText } from '../../src/engine/react/index.ts';
import { LazyComponent, lazyComponent, notify } from '../../src/ui/index.ts';
import { loadMenu } from './menu.ts';
import type { TableModel } from './useTable.ts';

const rowMenu = lazyComponent(loadMenu);

/** The open row menu, if one is. It belongs to its row, not to its place. */
export function RowMenuHost({ table: { menu, setMenu, view, tools } }: { table: TableModel }) {
  const t = useText();
  if (!menu) return null;
  const { key, target } = menu;
  const index = view.rows.findIndex((_, row) => view.keyOf(row) === key);
  const actions = index < 0 ? [] : view.actions(index);
  // The row went away while its menu was open.
  if (actions.length === 0) return null;
  return (
    <LazyComponent
      source={rowMenu}
      onFailed={() => {
        setMenu(null);
        notify('error', t('widgets.frame.failed.title'));
      }}
    >
      {(RowMenu) => (
        <RowMenu
          target={target}
          label={tools.rowLabel(view.nameOf(index))}
          actions={actions}
          rowKey={key}
          run={(action) => tools.run(action, index)}
          onClose={() => {
            setMenu(null);
            target.focus();
          }}
        />
      )}
    </LazyComponent>
  );
}
