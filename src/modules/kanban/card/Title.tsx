import { makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { useOpenCard, useShownCard } from './open-card.ts';

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
    display: 'block',
    boxSizing: 'border-box',
    width: 'calc(100% + 16px)',
    margin: '0 -8px',
    padding: '3px 7px',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    resize: 'none',
    fieldSizing: 'content',
    minHeight: '36px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus': {
      backgroundColor: tokens.colorNeutralBackground1,
      outline: `2px solid ${tokens.colorCompoundBrandStroke}`,
      outlineOffset: '-1px',
    },
  },
});

/** The card's title, edited where it stands: Enter and leaving save it, Escape takes it back. */
export function Title() {
  const styles = useStyles();
  const t = useText();
  const { store, mayEdit, refused } = useOpenCard();
  const { title, version } = useShownCard();
  const [typed, setTyped] = useState<string | null>(null);
  /** The version that the typing is based on. */
  const base = useRef(version);
  if (!mayEdit) return <h2 className={styles.title}>{title}</h2>;
  const save = async () => {
    const wanted = typed?.trim();
    if (wanted === undefined || wanted === '' || wanted === title) {
      setTyped(null);
      return;
    }
    const failure = await store.save({ title: wanted }, base.current);
    // A refused title stays in its field.
    if (failure) {
      refused(failure);
      base.current = store.getState().task?.version ?? base.current;
    } else setTyped(null);
  };
  return (
    <textarea
      className={styles.field}
      rows={1}
      maxLength={250}
      aria-label={t('kanban.card.title')}
      value={typed ?? title}
      onFocus={() => {
        if (typed === null) base.current = version;
      }}
      onChange={(event) => setTyped(event.target.value.replaceAll('\n', ' '))}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          event.currentTarget.blur();
        } else if (event.key === 'Escape' && typed !== null && typed !== title) {
          // The first Escape takes the text back, the next one closes the panel.
          event.preventDefault();
          event.stopPropagation();
          setTyped(null);
        }
      }}
    />
  );
}
