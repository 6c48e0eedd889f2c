import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useId, useRef, useState } from 'react';
import { lazyReadRichText, lazyRichText, useText } from '../../../engine/react/index.ts';
import { Icon, LazyComponent, SkeletonItem } from '../../../ui/index.ts';
import { useOpenCard, useShownCard } from './open-card.ts';
import { Section } from './Section.tsx';
import { useTypedText } from './useTypedText.ts';

const useStyles = makeStyles({
  nudge: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '10px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px' },
  notice: { marginBottom: '8px' },
});

/** The card's description. While it is written, what others save meanwhile is said, and nothing that was typed is lost. */
export function Description() {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { store, mayEdit, refused } = useOpenCard();
  const { id: cardId, description, version, updatedBy } = useShownCard();
  const [draft, setDraft] = useTypedText(`kanban:card:${cardId}:description`);
  const [isSaving, setSaving] = useState(false);
  /** The description that the writing began with; null for a draft of another time. */
  const [seen, setSeen] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isEditing = mayEdit && draft !== null;
  const isOvertaken =
    isEditing &&
    !isSaving &&
    (isRefused || (seen !== null && description !== seen)) &&
    draft.text !== description;

  const open = () => {
    setSeen(description);
    setDraft({ text: description, version });
  };
  const close = () => {
    setDraft(null);
    setRefused(false);
    // The button is there again with the next rendering.
    queueMicrotask(() => opener.current?.focus());
  };
  const keepMine = () => {
    setSeen(description);
    setRefused(false);
    if (draft) setDraft({ text: draft.text, version });
  };
  const save = async () => {
    if (draft === null || isSaving) return;
    if (draft.text === description) {
      close();
      return;
    }
    setSaving(true);
    const failure = await store.save({ description: draft.text }, draft.version);
    setSaving(false);
    if (!failure) {
      close();
      return;
    }
    refused(failure);
    setRefused(failure.code === 'VERSION_CONFLICT');
  };
  const edit = (
    <Button ref={opener} size="small" icon={<Icon name="edit" size={16} />} onClick={open}>
      {t(description === '' ? 'kanban.card.describe' : 'kanban.card.edit')}
    </Button>
  );
  return (
    <Section
      title={t('kanban.card.description')}
      id={id}
      action={mayEdit && !isEditing && description !== '' && edit}
    >
      {isEditing ? (
        <>
          {isOvertaken && (
            <MessageBar className={styles.notice} intent="warning" layout="multiline">
              <MessageBarBody>
                {t('kanban.card.overtaken', { name: updatedBy?.name ?? t('kanban.card.someone') })}
              </MessageBarBody>
              <MessageBarActions>
                <Button size="small" onClick={keepMine}>
                  {t('kanban.card.keepMine')}
                </Button>
                <Button size="small" onClick={close}>
                  {t('kanban.card.takeTheirs')}
                </Button>
              </MessageBarActions>
            </MessageBar>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of the text within it */}
          <div
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void save();
              }
            }}
          >
            <LazyComponent source={lazyRichText} fallback={<SkeletonItem height={140} />}>
              {(RichText) => (
                <RichText
                  id={`${id}-text`}
                  label={t('kanban.card.description')}
                  value={draft.text}
                  onChange={(text) => setDraft({ text, version: draft.version })}
                  focused
                />
              )}
            </LazyComponent>
          </div>
          <div className={styles.actions}>
            <Button
              appearance="primary"
              size="small"
              disabled={isSaving || isOvertaken}
              onClick={() => void save()}
            >
              {t('kanban.card.save')}
            </Button>
            <Button size="small" onClick={close}>
              {t('kanban.card.cancel')}
            </Button>
          </div>
        </>
      ) : description === '' ? (
        <div className={styles.nudge}>
          {t('kanban.card.nudge')}
          {mayEdit && edit}
        </div>
      ) : (
        <LazyComponent source={lazyReadRichText} fallback={<SkeletonItem height={40} />}>
          {(Rich) => <Rich html={description} />}
        </LazyComponent>
      )}
    </Section>
  );
}
