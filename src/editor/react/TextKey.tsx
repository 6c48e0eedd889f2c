import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../engine/react/index.ts';
import { Icon } from '../../ui/index.ts';
import { refusalOfKey, removeText, renameText, type TextUse } from '../data/text-keys.ts';
import { nodeName } from '../names.ts';
import { useAnnounce } from './announce.tsx';
import { useEditor } from './context.ts';
import { useNaming } from './naming.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'flex-start', gap: '2px', minWidth: 0 },
  key: { flex: '1 1 0', minWidth: 0, paddingTop: '4px', overflowWrap: 'anywhere' },
  field: { display: 'flex', flexDirection: 'column', gap: '2px', flex: '1 1 0', minWidth: 0 },
  input: { minWidth: 0, fontFamily: 'inherit' },
  error: { color: tokens.colorStatusDangerForeground1, fontFamily: tokens.fontFamilyBase },
});

/** The key of a text: it is renamed with everything that shows it, and removed once nothing does. */
export function TextKey({ textKey, uses }: { textKey: string; uses: readonly TextUse[] }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const naming = useNaming();
  const announce = useAnnounce();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isTyping = typed !== null;
  useEffect(() => {
    if (isTyping) field.current?.select();
  }, [isTyping]);
  const { model } = editor.store.getState();
  const users = [
    ...new Set(
      uses.map(({ node }) => (node === null ? t('editor.status.view') : nodeName(model, node, naming))),
    ),
  ];
  const refusal = typed === null || typed === textKey ? null : refusalOfKey(model.document, typed);
  const leave = () => {
    setTyped(null);
    requestAnimationFrame(() => rename.current?.focus());
  };
  const keep = () => {
    if (typed === null || refusal !== null) return;
    if (typed !== textKey) {
      editor.dispatch(renameText(editor.store.getState().model, textKey, typed), { label: 'set' });
      announce({ done: true, key: 'panel.texts.renamed', values: { key: typed } });
    }
    leave();
  };
  if (typed !== null) {
    return (
      <div className={styles.field}>
        <Input
          size="small"
          className={styles.input}
          input={{ ref: field }}
          value={typed}
          spellCheck={false}
          aria-label={t('panel.texts.newKey', { key: textKey })}
          aria-invalid={refusal !== null}
          onChange={(_, { value }) => setTyped(value)}
          onBlur={() => (refusal === null ? keep() : setTyped(null))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            leave();
          }}
        />
        {refusal !== null && (
          <span className={styles.error} role="alert">
            {t(`panel.texts.refused.${refusal}`)}
          </span>
        )}
      </div>
    );
  }
  const removal =
    users.length === 0
      ? t('panel.texts.removeKey', { key: textKey })
      : t('panel.texts.usedBy', { key: textKey, names: users.join(', ') });
  return (
    <div className={styles.root}>
      <span className={styles.key}>{textKey}</span>
      <Button
        ref={rename}
        size="small"
        appearance="subtle"
        icon={<Icon name="edit" size={16} />}
        aria-label={t('panel.texts.renameKey', { key: textKey })}
        title={t('panel.texts.renameKey', { key: textKey })}
        onClick={() => setTyped(textKey)}
      />
      <Button
        size="small"
        appearance="subtle"
        disabledFocusable={users.length > 0}
        icon={<Icon name="delete" size={16} />}
        aria-label={removal}
        title={removal}
        onClick={() => {
          if (users.length > 0) return;
          editor.dispatch(removeText(editor.store.getState().model, textKey), { label: 'set' });
          announce({ done: true, key: 'panel.texts.removed', values: { key: textKey } });
        }}
      />
    </div>
  );
}
