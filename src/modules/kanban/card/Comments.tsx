import { Button, Link, makeStyles, MenuItem, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { CardComment } from '../../../contracts/agile-card.ts';
import { lazyReadRichText, useFormat, useHost, useText } from '../../../engine/react/index.ts';
import { Icon, LazyComponent, MoreMenu, PersonAvatar, SkeletonItem } from '../../../ui/index.ts';
import { useOpenBoard } from '../open-board.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { useCardState, useOpenCard } from './open-card.ts';
import { Section } from './Section.tsx';

/** Signs that people react with. */
const signs = ['👍', '❤️', '🎉', '😄', '👀', '✅'];

const useStyles = makeStyles({
  list: { display: 'grid', rowGap: '16px', margin: '0 0 16px', padding: 0, listStyleType: 'none' },
  comment: { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', columnGap: '8px' },
  head: { display: 'flex', alignItems: 'baseline', columnGap: '8px', minHeight: '24px' },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  time: { flexGrow: 1, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  reactions: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '4px' },
  reaction: {
    minWidth: 0,
    padding: '0 8px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightRegular,
  },
  mine: {
    minWidth: 0,
    padding: '0 8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground2,
    fontWeight: tokens.fontWeightRegular,
  },
  earlier: { marginBottom: '12px' },
});

/** Comments of people on a card, the oldest first. */
export function Comments() {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { store, mayEdit, refused } = useOpenCard();
  const comments = useCardState((state) => state.comments);
  const total = useCardState((state) => state.totalComments);
  const cardId = useCardState((state) => state.task!.id);
  const { host } = useHost();
  if (!mayEdit && total === 0) return null;
  return (
    <Section
      id={id}
      title={t('kanban.card.comments')}
      {...(total > 0 && { count: t('kanban.comments', { count: total }) })}
    >
      {total > comments.length && (
        <Link as="button" className={styles.earlier} onClick={() => void store.loadEarlier()}>
          {t('kanban.card.earlier', { count: total - comments.length })}
        </Link>
      )}
      {comments.length > 0 && (
        <ul className={styles.list} aria-labelledby={`${id}-label`}>
          {comments.map((comment) => (
            <Comment key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      {mayEdit && (
        <CommentEditor
          draftKey={`kanban:card:${cardId}:comment`}
          label={t('kanban.card.newComment')}
          submit={t('kanban.card.comment')}
          onSubmit={async (body) => {
            let others: readonly { name: string }[] = [];
            const failure = await store.act(async () => {
              const gesture = await store.calls.comment(body);
              others = gesture.data.withoutAccess;
              return gesture;
            });
            if (failure) refused(failure);
            else if (others.length > 0)
              host.notify(
                'error',
                t('kanban.card.withoutAccess', { names: others.map(({ name }) => name).join(', ') }),
              );
            return failure === null;
          }}
        />
      )}
    </Section>
  );
}

function Comment({ comment }: { comment: CardComment }) {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  const { host } = useHost();
  const { index } = useOpenBoard();
  const { store, mayEdit, refused } = useOpenCard();
  const [isEditing, setEditing] = useState(false);
  const { author, reactions } = comment;
  const me = host.user.id;
  const act = async (gesture: Parameters<typeof store.act>[0]) => {
    const failure = await store.act(gesture);
    if (failure) refused(failure);
    return failure === null;
  };
  const react = (sign: string, isSet: boolean) => void act(() => store.calls.react(comment.id, sign, isSet));
  const names = (users: readonly number[]) =>
    users.map((user) => (user === me ? host.user.name : (index.users.get(user)?.name ?? '…'))).join(', ');
  const unused = signs.filter(
    (sign) => !reactions.some(({ emoji, users }) => emoji === sign && users.includes(me)),
  );
  return (
    <li className={styles.comment}>
      <PersonAvatar name={author?.name ?? ''} image={author?.photourl ?? null} size={28} decorative />
      <div>
        <div className={styles.head}>
          <span className={styles.name}>{author?.name ?? t('kanban.card.someone')}</span>
          <time
            className={styles.time}
            dateTime={comment.createdAt}
            title={format.datetime(comment.createdAt)}
          >
            {format.relative(comment.createdAt, host.now())}
            {comment.version > 1 && ` · ${t('kanban.card.edited')}`}
          </time>
          {mayEdit && (
            <MoreMenu label={t('kanban.card.commentMenu', { name: author?.name ?? '' })}>
              {unused.map((sign) => (
                <MenuItem key={sign} onClick={() => react(sign, true)}>
                  {t('kanban.card.react', { sign })}
                </MenuItem>
              ))}
              {author?.id === me && (
                <>
                  <MenuItem icon={<Icon name="edit" />} onClick={() => setEditing(true)}>
                    {t('kanban.card.edit')}
                  </MenuItem>
                  <MenuItem
                    icon={<Icon name="delete" />}
                    onClick={() => void act(() => store.calls.removeComment(comment.id))}
                  >
                    {t('kanban.card.delete')}
                  </MenuItem>
                </>
              )}
            </MoreMenu>
          )}
        </div>
        {isEditing ? (
          <CommentEditor
            draftKey={`kanban:comment:${comment.id}`}
            label={t('kanban.card.comment')}
            submit={t('kanban.card.save')}
            value={comment.body}
            version={comment.version}
            onCancel={() => setEditing(false)}
            onSubmit={async (body, version) => {
              const isDone = await act(() => store.calls.changeComment(comment.id, body, version));
              if (isDone) setEditing(false);
              return isDone;
            }}
          />
        ) : (
          <LazyComponent source={lazyReadRichText} fallback={<SkeletonItem height={20} />}>
            {(Rich) => <Rich html={comment.body} />}
          </LazyComponent>
        )}
        {reactions.length > 0 && (
          <div className={styles.reactions}>
            {reactions.map(({ emoji, users }) => {
              const isMine = users.includes(me);
              return (
                <Button
                  key={emoji}
                  size="small"
                  className={isMine ? styles.mine : styles.reaction}
                  aria-pressed={isMine}
                  aria-label={`${emoji} ${names(users)}`}
                  title={names(users)}
                  disabled={!mayEdit}
                  onClick={() => react(emoji, !isMine)}
                >
                  {emoji} {users.length}
                </Button>
              );
            })}
          </div>
        )}
      </div>
    </li>
  );
}
