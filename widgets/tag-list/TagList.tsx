import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { TagListProps } from '../../src/engine/core/index.ts';
import { Link, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, moldeToken } from '../../src/ui/index.ts';
import { readTags } from './tags.ts';
import type { Tag } from './tags.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    minWidth: 0,
  },
  item: { display: 'inline-flex', maxWidth: '100%', minWidth: 0 },
  tag: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    boxSizing: 'border-box',
    minWidth: 0,
    maxWidth: '100%',
    minHeight: '24px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (pointer: coarse)': { minHeight: '32px' },
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  press: {
    border: 'none',
    margin: 0,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  before: { borderStartEndRadius: 0, borderEndEndRadius: 0, paddingInlineEnd: '2px' },
  remove: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '24px',
    padding: 0,
    borderStartStartRadius: 0,
    borderEndStartRadius: 0,
    '@media (pointer: coarse)': { width: '32px' },
  },
  link: { color: 'inherit' },
  neutral: { backgroundColor: tokens.colorNeutralBackground6, color: tokens.colorNeutralForeground2 },
  brand: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  info: {
    backgroundColor: moldeToken('statusProgressBackground'),
    color: moldeToken('statusProgressForeground'),
  },
  success: {
    backgroundColor: moldeToken('statusConcludedBackground'),
    color: moldeToken('statusConcludedForeground'),
  },
  warning: {
    backgroundColor: moldeToken('statusBlockedBackground'),
    color: moldeToken('statusBlockedForeground'),
  },
  danger: { backgroundColor: moldeToken('statusLateBackground'), color: moldeToken('statusLateForeground') },
  blank: { margin: 0, color: tokens.colorNeutralForeground3 },
  more: { minWidth: 0, minHeight: '24px', paddingBlock: 0 },
});

interface TagTools {
  press: ((tag: Tag) => void) | null;
  remove: ((tag: Tag) => void) | null;
}

function TagItem({ tag, tools }: { tag: Tag; tools: TagTools }) {
  const styles = useStyles();
  const t = useText();
  const look = mergeClasses(styles.tag, styles[tag.tone], tools.remove !== null && styles.before);
  const content = (
    <>
      {tag.icon !== null && <Icon name={tag.icon} size={14} />}
      <span className={styles.text} title={tag.text}>
        {tag.text}
      </span>
    </>
  );
  const { press, remove } = tools;
  return (
    <li className={styles.item}>
      {press ? (
        <button type="button" className={mergeClasses(look, styles.press)} onClick={() => press(tag)}>
          {content}
        </button>
      ) : (
        <span className={look}>
          {tag.link === null ? (
            content
          ) : (
            <Link to={tag.link} className={mergeClasses(styles.link, styles.text)}>
              {content}
            </Link>
          )}
        </span>
      )}
      {remove && (
        <button
          type="button"
          className={mergeClasses(styles.tag, styles[tag.tone], styles.press, styles.remove)}
          aria-label={t('widgets.tag-list.remove', { name: tag.text })}
          onClick={() => remove(tag)}
        >
          <Icon name="dismiss" size={12} />
        </button>
      )}
    </li>
  );
}

/** Tags that are text or links, and that can be pressed or removed. */
export default function TagList({ id, props, fire, listens }: WidgetProps<TagListProps>) {
  const styles = useStyles();
  const t = useText();
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const tags = readTags(props.tags);
  if (tags.length === 0) {
    return (
      <p id={id} className={styles.blank}>
        {props.blank ?? '–'}
      </p>
    );
  }
  const most = props.most ?? 20;
  const visible = all ? tags : tags.slice(0, most);
  const hidden = tags.length - visible.length;
  const remove = (tag: Tag) => {
    // The button is removed with its tag, so the list takes the focus.
    list.current?.focus();
    void fire('remove', tag.value);
  };
  const tools: TagTools = {
    press: listens('press') ? (tag) => void fire('press', tag.value) : null,
    remove: listens('remove') ? remove : null,
  };
  return (
    <ul id={id} ref={list} tabIndex={-1} className={styles.root} aria-label={props.label}>
      {visible.map((tag) => (
        <TagItem key={tag.key} tag={tag} tools={tools} />
      ))}
      {hidden > 0 && (
        <li className={styles.item}>
          <Button
            size="small"
            appearance="subtle"
            className={styles.more}
            onClick={() => {
              list.current?.focus();
              setAll(true);
            }}
          >
            {t('widgets.tag-list.more', { count: hidden })}
          </Button>
        </li>
      )}
    </ul>
  );
}
