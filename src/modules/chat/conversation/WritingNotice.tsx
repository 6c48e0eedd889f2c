import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { PersonAvatar } from '../../../ui/index.ts';
import type { Colleagues } from '../useColleagues.ts';

const useStyles = makeStyles({
  // The place stays in the page, so that screen readers follow it.
  place: { flexShrink: 0 },
  notice: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '32px',
    padding: '2px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
  },
});

/** Says above the composer which colleagues are writing to the same customer. */
export function WritingNotice({ writing }: Pick<Colleagues, 'writing'>) {
  const styles = useStyles();
  const t = useText();
  const names = writing.map(({ name }) => name).join(', ');
  return (
    <div role="status" className={mergeClasses(styles.place, writing.length > 0 && styles.notice)}>
      {writing.length > 0 && (
        <>
          <PersonAvatar name={writing[0]!.name} image={writing[0]!.photourl ?? null} size={20} decorative />
          <span>{t('chat.replying', { names, count: writing.length })}</span>
        </>
      )}
    </div>
  );
}
