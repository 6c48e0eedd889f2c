import { makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { InlineText } from './InlineText.tsx';
import { useOpenCard, useShownCard } from './open-card.ts';

const mostCharacters = 250;

const useStyles = makeStyles({
  title: {
    margin: 0,
    padding: '4px 0',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  field: {
    margin: '0 -8px',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    minHeight: '36px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
});

/** The card's title. */
export function Title() {
  const styles = useStyles();
  const t = useText();
  const { store, mayEdit } = useOpenCard();
  const { id, title, version } = useShownCard();
  if (!mayEdit) return <h2 className={styles.title}>{title}</h2>;
  return (
    <InlineText
      className={styles.field}
      label={t('kanban.card.title')}
      value={title}
      version={version}
      most={mostCharacters}
      draftKey={`kanban:card:${id}:title`}
      onSave={(text, base) => store.save({ title: text }, base)}
    />
  );
}
