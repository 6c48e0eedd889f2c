import { Button, makeStyles, mergeClasses, Switch, Textarea, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { languages, type Language } from '../../contracts/language.ts';
import { useLanguage, useText } from '../../engine/react/index.ts';
import { EmptyState, Icon, SearchField } from '../../ui/index.ts';
import {
  literalTexts,
  localize,
  ownTexts,
  writeText,
  type LiteralText,
  type OwnText,
} from '../data/texts.ts';
import { usesOfTexts, type TextUse } from '../data/text-keys.ts';
import { useEditor, useEditorState } from './context.ts';
import { useNodeName } from './naming.ts';
import { TextKey } from './TextKey.tsx';

const useStyles = makeStyles({
  root: {
    minHeight: 0,
    overflow: 'auto',
    padding: '16px',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px', marginBottom: '12px' },
  search: { flex: '0 1 280px' },
  count: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  card: {
    marginBottom: '16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflowX: 'auto',
  },
  heading: { margin: 0, padding: '12px 16px 0', fontSize: tokens.fontSizeBase300 },
  hint: {
    margin: 0,
    padding: '2px 16px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  table: { width: '100%', minWidth: '640px', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: {
    padding: '10px 8px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { width: '22%', paddingInlineStart: '16px' },
    ':last-child': { paddingInlineEnd: '16px' },
  },
  cell: {
    padding: '6px 8px',
    verticalAlign: 'top',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { paddingInlineEnd: '16px' },
  },
  key: {
    padding: '8px 8px 6px 16px',
    textAlign: 'start',
    verticalAlign: 'top',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  text: { width: '100%' },
  missing: {
    border: `1px solid ${tokens.colorStatusWarningBorder1}`,
  },
  literal: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '6px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  owner: { flex: '0 0 30%', minWidth: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  list: { margin: 0, padding: '0 0 4px', listStyleType: 'none' },
});

const unused: readonly TextUse[] = [];

const contains = (words: readonly (string | undefined)[], wanted: string): boolean =>
  words.some((one) => one?.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()));

/** The texts of a document in all languages beside each other, and those of widgets that are the same in all. */
export function TextsView() {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const editor = useEditor();
  const model = useEditorState((state) => state.model);
  const texts = useMemo(() => ownTexts(model.document), [model.document]);
  const literals = useMemo(
    () => literalTexts(model, (type) => editor.registry.loaded(type)?.propsSchema),
    [model, editor],
  );
  const uses = useMemo(() => usesOfTexts(model), [model]);
  const [search, setSearch] = useState('');
  // Texts that were missing when the filter was set stay in sight while they are written.
  const [filtered, setFiltered] = useState<ReadonlySet<string> | null>(null);
  const missing = texts.filter((one) => one.missing.length > 0);
  const shown = texts.filter(
    ({ key, texts: own, missing: without }) =>
      (filtered === null || filtered.has(key) || without.length > 0) &&
      contains([key, ...Object.values(own)], search),
  );
  const shownLiterals = literals.filter(({ text }) => contains([text], search));
  const translate = (literal: LiteralText) => {
    editor.dispatch(
      { type: 'batch', commands: localize(editor.store.getState().model, literal, lang) },
      { label: 'set' },
    );
  };
  return (
    <div className={styles.root} data-texts="" role="region" aria-label={t('panel.texts.label')}>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          label={t('panel.texts.search')}
          text={search}
          onText={setSearch}
        />
        <Switch
          checked={filtered !== null}
          label={t('panel.texts.onlyMissing')}
          onChange={(_, { checked }) => setFiltered(checked ? new Set(missing.map(({ key }) => key)) : null)}
        />
        <span className={styles.count} role="status">
          {missing.length === 0
            ? t('panel.texts.complete')
            : t('panel.texts.incomplete', { count: missing.length })}
        </span>
      </div>
      {shown.length > 0 && (
        <div className={styles.card}>
          <table className={styles.table} aria-label={t('panel.texts.label')}>
            <thead>
              <tr>
                <th scope="col" className={styles.head}>
                  {t('panel.texts.key')}
                </th>
                {languages.map((language) => (
                  <th key={language} scope="col" className={styles.head}>
                    {t(`panel.texts.languages.${language}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody onBlur={() => editor.seal()}>
              {shown.map((own) => (
                <TextRow key={own.key} own={own} uses={uses.get(own.key) ?? unused} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shownLiterals.length > 0 && filtered === null && (
        <section className={styles.card} aria-label={t('panel.texts.literals')}>
          <h2 className={styles.heading}>{t('panel.texts.literals')}</h2>
          <p className={styles.hint}>{t('panel.texts.literalsHint')}</p>
          <ul className={styles.list}>
            {shownLiterals.map((literal) => (
              <li key={`${literal.key} ${literal.path.join('/')}`} className={styles.literal}>
                <Owner nodeKey={literal.key} />
                <span className={styles.words}>{literal.text}</span>
                <Button
                  size="small"
                  icon={<Icon name="globe" size={16} />}
                  aria-label={t('panel.texts.translateText', { text: literal.text })}
                  onClick={() => translate(literal)}
                >
                  {t('panel.texts.translate')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown.length === 0 && (shownLiterals.length === 0 || filtered !== null) && (
        <EmptyState
          icon="globe"
          tone="neutral"
          title={t(search === '' ? 'panel.texts.none' : 'panel.texts.notFound')}
          text={t('panel.texts.noneHint')}
        />
      )}
    </div>
  );
}

function Owner({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  return <span className={styles.owner}>{useNodeName(nodeKey)}</span>;
}

function TextRow({ own, uses }: { own: OwnText; uses: readonly TextUse[] }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const write = (language: Language, text: string) => {
    editor.dispatch(writeText(own, language, text), {
      label: 'set',
      typing: `text ${own.key} ${language}`,
    });
  };
  return (
    <tr>
      <th scope="row" className={styles.key}>
        <TextKey textKey={own.key} uses={uses} />
      </th>
      {languages.map((language) => {
        const text = own.texts[language] ?? '';
        const isMissing = own.missing.includes(language);
        return (
          <td key={language} className={styles.cell}>
            <Textarea
              className={mergeClasses(styles.text, isMissing && styles.missing)}
              rows={Math.min(6, Math.max(1, Math.ceil(text.length / 28)))}
              resize="vertical"
              lang={language}
              value={text}
              data-missing={isMissing || undefined}
              aria-label={t('panel.texts.field', {
                key: own.key,
                language: t(`panel.texts.languages.${language}`),
              })}
              placeholder={isMissing ? t('panel.texts.missing') : undefined}
              onChange={(_, { value }) => write(language, value)}
            />
          </td>
        );
      })}
    </tr>
  );
}
