import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { StateField, useLanguage, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { changeOptions } from '../../filters/change.ts';
import type { ViewFilter } from '../../filters/filters.ts';
import { changedText } from '../../data/written-text.ts';
import { shownText } from '../../names.ts';
import { useEditor, useEditorState } from '../context.ts';
import { OptionData } from './OptionData.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr) auto auto',
    gap: '2px',
    alignItems: 'center',
    '& .fui-Input': { minWidth: 0, width: '100%' },
  },
  tool: { minWidth: '28px', paddingInline: 0 },
  add: { alignSelf: 'flex-start' },
});

type Origin = 'list' | 'data' | 'other';

function originOf(options: Json | undefined): Origin {
  if (options === undefined || Array.isArray(options)) return 'list';
  if (isObject(options) && (typeof options.source === 'string' || typeof options.entity === 'string'))
    return 'data';
  return 'other';
}

/** Where the choices of a filter come from: a list, or the rows of data that the author may read. */
export function FilterOptions({ filter }: { filter: ViewFilter }) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { options } = filter.definition;
  const editor = useEditor();
  const [wanted, setWanted] = useState<Origin | null>(null);
  const origin = wanted ?? originOf(options);
  const settings = useMemo<StateFieldSettings>(
    () => ({
      label: t('panel.filters.options'),
      control: 'select',
      options: (['list', 'data', ...(originOf(options) === 'other' ? ['other' as const] : [])] as const).map(
        (value) => ({ value, label: t(`panel.filters.origins.${value}`) }),
      ),
    }),
    [options, t],
  );
  return (
    <div className={styles.root} role="group" aria-label={t('panel.filters.options')}>
      <StateField
        id={id}
        settings={settings}
        value={origin}
        onChange={(next) => {
          if (next === 'list' && originOf(options) !== 'list') changeOptions(editor, filter, []);
          setWanted(next === 'data' ? 'data' : null);
        }}
        bare
      />
      {origin === 'list' && <OptionList filter={filter} />}
      {origin === 'data' && <OptionData filter={filter} onChosen={() => setWanted(null)} />}
      {origin === 'other' && <p className={styles.text}>{t('panel.filters.otherHint')}</p>}
    </div>
  );
}

/** Keeps the type of a value that was a number. */
const typedValue = (text: string, before: Json | undefined): Json =>
  typeof before === 'number' && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;

/** A list of options that the author writes. */
function OptionList({ filter }: { filter: ViewFilter }) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const document = useEditorState(({ model }) => model.document);
  const { definition, path } = filter;
  const options = Array.isArray(definition.options) ? definition.options : [];
  const put = (at: number, option: JsonObject, commands: Parameters<typeof changeOptions>[3], key: string) =>
    changeOptions(
      editor,
      filter,
      options.map((one, place) => (place === at ? option : one)),
      commands,
      `${path} ${at} ${key}`,
    );
  const changeLabel = (at: number, option: JsonObject, text: string) => {
    const stem = `filter-${String(definition.field)}-option`;
    const written = changedText(editor.store.getState().model, option.label, stem, text, lang);
    put(at, { ...option, label: written.value }, written.commands, 'label');
  };
  return (
    <>
      {options.length === 0 && <p className={styles.text}>{t('panel.filters.noOptions')}</p>}
      {options.map((option, at) => {
        if (!isObject(option)) return null;
        const name = shownText(option.label, document, lang, t);
        return (
          // Options have no name of their own; their position is what a path names.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={styles.line} data-option={at}>
            <Input
              value={name}
              placeholder={t('panel.filters.optionLabel')}
              aria-label={t('panel.filters.optionLabelOf', { position: at + 1 })}
              onChange={(_, { value }) => changeLabel(at, option, value)}
            />
            <Input
              value={String(option.value ?? '')}
              placeholder={t('panel.filters.optionValue')}
              aria-label={t('panel.filters.optionValueOf', { position: at + 1 })}
              spellCheck={false}
              onChange={(_, { value }) =>
                put(at, { ...option, value: typedValue(value, option.value) }, [], 'value')
              }
            />
            <Button
              className={styles.tool}
              appearance="subtle"
              disabledFocusable={at === 0}
              icon={<Icon name="arrow-up" size={16} />}
              aria-label={t('panel.filters.up', { name: name || String(at + 1) })}
              onClick={() => {
                if (at === 0) return;
                const next = [...options];
                next.splice(at - 1, 0, ...next.splice(at, 1));
                changeOptions(editor, filter, next);
              }}
            />
            <Button
              className={styles.tool}
              appearance="subtle"
              icon={<Icon name="delete" size={16} />}
              aria-label={t('panel.filters.remove', { name: name || String(at + 1) })}
              onClick={() =>
                changeOptions(
                  editor,
                  filter,
                  options.filter((_, one) => one !== at),
                )
              }
            />
          </div>
        );
      })}
      <Button
        className={styles.add}
        size="small"
        icon={<Icon name="add" size={16} />}
        onClick={() => {
          const value = freeValue(options);
          const stem = `filter-${String(definition.field)}-option`;
          const text = t('panel.filters.newOption', { position: options.length + 1 });
          const written = changedText(editor.store.getState().model, undefined, stem, text, lang);
          changeOptions(editor, filter, [...options, { value, label: written.value }], written.commands);
        }}
      >
        {t('panel.filters.addOption')}
      </Button>
    </>
  );
}

function freeValue(options: readonly Json[]): string {
  for (let number = options.length + 1; ; number += 1) {
    const value = `option${number}`;
    if (!options.some((one) => isObject(one) && one.value === value)) return value;
  }
}
