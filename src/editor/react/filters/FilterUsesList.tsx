import { Button, makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon } from '../../../ui/index.ts';
import { bindParameter, unbindParameter } from '../../filters/bindings.ts';
import type { ViewFilter } from '../../filters/filters.ts';
import { freeParameters, usesOf } from '../../filters/uses.ts';
import { canTake } from '../../filters/values.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState } from '../context.ts';
import { useDataChoices } from '../data/choices.ts';
import { useNamesOfUses, useParameterTitle, useWidgetsOfSource } from './names.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyle: 'none' },
  line: { display: 'flex', alignItems: 'center', gap: '4px', minHeight: '32px', minWidth: 0 },
  name: { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  tool: { minWidth: '32px', flexShrink: 0 },
  bind: { alignSelf: 'flex-start' },
});

/** Uses of a filter: the parameters with its value, which can be taken away and added, and what else reads it. */
export function FilterUsesList({
  filter,
  filters,
  name,
}: {
  filter: ViewFilter;
  filters: readonly ViewFilter[];
  name: string;
}) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const model = useEditorState((state) => state.model);
  const { rows } = useDataChoices();
  const uses = useMemo(() => usesOf(model, filter, filters), [model, filter, filters]);
  const free = useMemo(
    () =>
      freeParameters(model, rows, filters, uses).filter(({ parameter }) =>
        canTake(model, filter, uses, parameter, rows),
      ),
    [model, rows, filters, filter, uses],
  );
  const widgetsOf = useWidgetsOfSource();
  const titleOf = useParameterTitle();
  const others = useNamesOfUses()({ ...uses, parameters: [] }, filters);
  return (
    <div className={styles.root} role="group" aria-label={t('panel.filters.uses')}>
      <h4 className={styles.title}>{t('panel.filters.uses')}</h4>
      {uses.parameters.length === 0 && others.length === 0 && (
        <p className={styles.text}>{t('panel.filters.unusedHint')}</p>
      )}
      <ul className={styles.list}>
        {uses.parameters.map(({ source, parameter, plain }) => {
          const text = `${widgetsOf(source)}: ${titleOf(source, parameter)}`;
          return (
            <li key={`${source} ${parameter}`} className={styles.line} data-use={`${source}.${parameter}`}>
              <span className={styles.name}>{text}</span>
              {plain ? (
                <Button
                  className={styles.tool}
                  appearance="subtle"
                  icon={<Icon name="dismiss" size={16} />}
                  aria-label={t('panel.filters.unbind', { name: text })}
                  title={t('panel.filters.unbind', { name: text })}
                  onClick={() => announce(unbindParameter(editor, filter, source, parameter, name))}
                />
              ) : (
                <span className={styles.text}>{t('panel.data.expression')}</span>
              )}
            </li>
          );
        })}
        {others.map((text) => (
          <li key={text} className={styles.line}>
            <span className={styles.name}>{text}</span>
          </li>
        ))}
      </ul>
      {free.length > 0 ? (
        <ButtonMenu
          label={t('panel.filters.bind')}
          button={
            <Button className={styles.bind} size="small" icon={<Icon name="link" size={16} />}>
              {t('panel.filters.bind')}
            </Button>
          }
        >
          {free.map(({ source, parameter }) => (
            <MenuItem
              key={`${source} ${parameter.name}`}
              onClick={() => announce(bindParameter(editor, filter, source, parameter, name, rows))}
            >
              {widgetsOf(source)}: {parameter.title}
            </MenuItem>
          ))}
        </ButtonMenu>
      ) : (
        uses.parameters.length === 0 && <p className={styles.text}>{t('panel.filters.noParameters')}</p>
      )}
    </div>
  );
}
